import Foundation
import LifebusSystem

/// Guava's synchronous EventBus in a warm Java machine: subscribers are called one after another on the poster's thread.
struct GuavaPeer: Contender {
  let name = "Guava's EventBus, warm"
  private let folder: String
  private static let jar = "/usr/share/java/guava.jar"

  init(_ workplace: Workplace) { folder = workplace.newPath("guava") }

  func prepare() async throws {
    guard FileManager.default.fileExists(atPath: Self.jar) else { throw Skip(reason: "Guava is not installed (libguava-java)") }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let source = folder + "/Guava.java"
    try Self.program.write(toFile: source, atomically: false, encoding: .utf8)
    let compiler = try ChildProcess(Programs.installed("javac"), ["-cp", Self.jar, "-d", folder, source])
    guard try compiler.code() == 0 else { throw Skip(reason: "javac does not compile it") }
  }

  func measure() async throws -> Double {
    let pipe = try Descriptor.pipe()
    defer { pipe.reading.close() }
    let java = try ChildProcess(Programs.installed("java"), ["-cp", "\(Self.jar):\(folder)", "Guava"], output: pipe.writing)
    pipe.writing.close()
    let answer = String(decoding: try pipe.reading.readAll(limit: 1_000), as: UTF8.self)
    guard try java.code() == 0, let figure = Double(answer) else { throw Lost(by: self) }
    return figure
  }

  /// Prints the nanoseconds of an event to 8 subscribers, the median of 9 runs after as many to warm up.
  private static let program = """
    import com.google.common.eventbus.*;

    public class Guava {
      static final int EVENTS = 20_000;

      static class Counter {
        int count = 0;
        @Subscribe public void take(Integer number) {
          if (number != count) throw new Error("out of order");
          count++;
        }
      }

      static double run() {
        EventBus bus = new EventBus();
        Counter[] counters = new Counter[8];
        for (int i = 0; i < 8; i++) bus.register(counters[i] = new Counter());
        long start = System.nanoTime();
        for (int number = 0; number < EVENTS; number++) bus.post(number);
        long end = System.nanoTime();
        for (Counter counter : counters) if (counter.count != EVENTS) System.exit(1);
        return (double) (end - start) / EVENTS;
      }

      public static void main(String[] arguments) {
        double[] figures = new double[9];
        for (int i = 0; i < 9; i++) run();
        for (int i = 0; i < 9; i++) figures[i] = run();
        java.util.Arrays.sort(figures);
        System.out.print(figures[4]);
      }
    }
    """
}
