// The client of gRPC for the load program.
#include "client.h"

#include <grpcpp/grpcpp.h>

#include "weather.grpc.pb.h"

namespace {

std::shared_ptr<grpc::Channel> channel;
std::unique_ptr<weather::Weather::Stub> stub;
std::unique_ptr<grpc::CompletionQueue> queue;

// Something that the queue returns when it is done.
struct Step {
    virtual ~Step() = default;
    virtual void done(bool is_good) = 0;
};

struct Call : Step {
    explicit Call(uint64_t token) : token(token) {}

    void done(bool) override {
        answered(token, status.ok(), reading.degrees());
        delete this;
    }

    const uint64_t token;
    grpc::ClientContext context;
    grpc::Status status;
    weather::Reading reading;
    std::unique_ptr<grpc::ClientAsyncResponseReader<weather::Reading>> reader;
};

// A stream of events. When it breaks, it is opened again: gRPC does this for no stream.
struct Stream : Step {
    Stream() {
        context.set_wait_for_ready(true);
        reader = stub->AsyncFollow(&context, weather::Everything(), queue.get(), this);
    }

    void done(bool is_good) override {
        if (!is_good) {
            new Stream;
            delete this;
            return;
        }
        if (is_begun) told(reading.city().c_str());
        is_begun = true;
        reader->Read(&reading, this);
    }

    bool is_begun = false;
    grpc::ClientContext context;
    weather::Reading reading;
    std::unique_ptr<grpc::ClientAsyncReader<weather::Reading>> reader;
};

}  // namespace

bool client_open(const char *address) {
    grpc::ChannelArguments arguments;
    // Otherwise a second channel to the same address shares the first one's pause after a failure.
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    channel = grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
    stub = weather::Weather::NewStub(channel);
    queue = std::make_unique<grpc::CompletionQueue>();
    return true;
}

void client_close() {
    queue->Shutdown();
    void *step;
    for (bool is_good; queue->Next(&step, &is_good);) delete static_cast<Step *>(step);
    stub.reset();
    channel.reset();
}

void client_follow() { new Stream; }

void client_current(uint64_t token, const char *city) {
    auto call = new Call(token);
    weather::City request;
    request.set_city(city);
    call->reader = stub->AsyncCurrent(&call->context, request, queue.get());
    call->reader->Finish(&call->reading, &call->status, call);
}

void client_report(uint64_t token, const char *city, double degrees, const char *) {
    auto call = new Call(token);
    weather::Reading request;
    request.set_city(city);
    request.set_degrees(degrees);
    call->reader = stub->AsyncReport(&call->context, request, queue.get());
    call->reader->Finish(&call->reading, &call->status, call);
}

void client_wait(int milliseconds) {
    auto end = gpr_time_add(gpr_now(GPR_CLOCK_MONOTONIC), gpr_time_from_millis(milliseconds, GPR_TIMESPAN));
    void *step;
    bool is_good;
    while (queue->AsyncNext(&step, &is_good, end) == grpc::CompletionQueue::GOT_EVENT) {
        static_cast<Step *>(step)->done(is_good);
        // Not "now", which gRPC rounds up to the next millisecond.
        end = gpr_inf_past(GPR_CLOCK_MONOTONIC);
    }
}
