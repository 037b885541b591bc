import Foundation

/// Runs the steps of a script, during which the disk stands still: from the very moment at which somebody resumes the
/// script until the script waits again. What a step finds on the disk when it goes on is thus what was there when it
/// was told to go on, however fast the writer is.
///
/// A step must not use a database on its own thread: it would wait for itself.
final class ScriptExecutor: TaskExecutor {
    private let disk: RecordingDisk
    private let queue = OperationQueue()

    init(holding disk: RecordingDisk) {
        self.disk = disk
        queue.maxConcurrentOperationCount = 1
    }

    func enqueue(_ job: consuming ExecutorJob) {
        disk.hold()
        let job = UnownedJob(job)
        queue.addOperation { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
            disk.release()
        }
    }
}
