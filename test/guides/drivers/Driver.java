import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

public final class Driver {
  public static void main(String[] args) throws Exception {
    for (var line : Files.readAllLines(Path.of("cases.txt"))) {
      var f = line.split("\t", -1);
      var body = Base64.getDecoder().decode(f[4]);
      var secrets = List.of(f[5].split(","));
      var now = Long.parseLong(f[6]);
      System.out.println(
          f[0].equals("own")
              ? Verify.own(f[3], body, secrets, now)
              : Verify.standard(f[1], f[2], f[3], body, secrets, now));
    }
  }
}
