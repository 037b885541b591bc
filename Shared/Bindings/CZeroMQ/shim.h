#pragma once
#include <zmq.h>
// SCHED_BATCH, for ZMQ_THREAD_SCHED_POLICY: sched.h has it for GNU sources only.
#include <linux/sched.h>
