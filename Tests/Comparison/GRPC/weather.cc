// The service in C++ with gRPC. usage: weather ADDRESS DATABASE
#include <grpcpp/grpcpp.h>

#include <deque>
#include <mutex>
#include <set>

#include "store.h"
#include "weather.grpc.pb.h"

using grpc::CallbackServerContext, grpc::ServerUnaryReactor, grpc::Status;

// The stream of events of one subscriber. gRPC writes one message at a time, so the others wait here.
class Follower : public grpc::ServerWriteReactor<weather::Reading> {
public:
    explicit Follower(std::function<void(Follower *)> leave) : leave(leave) {}

    // A subscriber that does not read loses the oldest events.
    void tell(const weather::Reading &reading) {
        std::lock_guard guard(lock);
        if (readings.size() == 10'000) readings.pop_front();
        readings.push_back(reading);
        if (!is_writing) write();
    }

    void OnWriteDone(bool is_good) override {
        std::lock_guard guard(lock);
        is_writing = false;
        if (is_good && !readings.empty()) write();
    }

    void OnCancel() override {
        std::lock_guard guard(lock);
        is_over = true;
        Finish(Status::CANCELLED);
    }

    void OnDone() override {
        leave(this);
        delete this;
    }

private:
    void write() {
        if (is_over) return;
        is_writing = true;
        written = readings.front();
        readings.pop_front();
        StartWrite(&written);
    }

    const std::function<void(Follower *)> leave;
    std::mutex lock;
    std::deque<weather::Reading> readings;
    weather::Reading written;
    bool is_writing = false, is_over = false;
};

class WeatherService : public weather::Weather::CallbackService {
    ServerUnaryReactor *Current(CallbackServerContext *context, const weather::City *city,
                                weather::Reading *reading) override {
        double degrees;
        if (!store_find(city->city().c_str(), &degrees)) return finish(context, {grpc::NOT_FOUND, "No such city."});
        reading->set_city(city->city());
        reading->set_degrees(degrees);
        return finish(context, Status::OK);
    }

    ServerUnaryReactor *Report(CallbackServerContext *context, const weather::Reading *reading,
                               weather::Reading *answer) override {
        if (!store_keep(reading->city().c_str(), reading->degrees()))
            return finish(context, {grpc::UNAVAILABLE, "The disk failed."});
        *answer = *reading;
        std::lock_guard guard(lock);
        for (auto follower : followers) follower->tell(*reading);
        return finish(context, Status::OK);
    }

    grpc::ServerWriteReactor<weather::Reading> *Follow(CallbackServerContext *, const weather::Everything *) override {
        std::lock_guard guard(lock);
        auto leave = [this](Follower *follower) {
            std::lock_guard guard(lock);
            followers.erase(follower);
        };
        return *followers.insert(new Follower(leave)).first;
    }

    static ServerUnaryReactor *finish(CallbackServerContext *context, const Status &status) {
        auto reactor = context->DefaultReactor();
        reactor->Finish(status);
        return reactor;
    }

    std::mutex lock;
    std::set<Follower *> followers;
};

int main(int, char **arguments) {
    store_open(arguments[2]);
    WeatherService service;
    grpc::ServerBuilder builder;
    builder.AddListeningPort(arguments[1], grpc::InsecureServerCredentials());
    builder.RegisterService(&service);
    auto server = builder.BuildAndStart();
    if (!server) return 1;
    server->Wait();
}
