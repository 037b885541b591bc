#pragma once
#include <zmq.h>
// SCHED_BATCH, for ZMQ_THREAD_SCHED_POLICY: sched.h has it for GNU sources only.
#include <linux/sched.h>
// Has been in the library since 4.3.0, and in its header among the unstable names only.
#ifndef ZMQ_ZAP_ENFORCE_DOMAIN
#define ZMQ_ZAP_ENFORCE_DOMAIN 93
#endif
