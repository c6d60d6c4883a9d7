import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import culprit.client.ApiClient;
import culprit.client.ApiException;
import culprit.client.ApiResponse;
import culprit.client.api.EventsApi;
import culprit.client.api.IssuesApi;
import culprit.client.api.ProjectsApi;
import culprit.client.api.TeamsApi;
import culprit.client.model.ErrorBody;
import culprit.client.model.Event;
import culprit.client.model.FieldErrors;
import culprit.client.model.ProjectSummary;
import culprit.client.model.ProjectUpdate;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Serves the five operations with the Java client of openapi-generator: a line of input is a request as JSON, and a line
 * of output its reply (scripts/clients/check.ts).
 */
public final class Run {
  private static final String ORGANIZATION = variable("ORGANIZATION");
  private static final String PROJECT = variable("PROJECT");
  private static final int PER_PAGE = Integer.parseInt(variable("PER_PAGE"));

  private final ApiClient client = new ApiClient();
  private final ObjectMapper mapper;

  private Run() {
    client.updateBaseUri(variable("URL"));
    client.setRequestInterceptor(Run::prepare);
    mapper = client.getObjectMapper();
  }

  /**
   * Adds the token, which this library does not do, and refuses to remove issues without an id: the client sends no id
   * for an empty list, and the request would remove the first 1000 issues.
   */
  private static void prepare(HttpRequest.Builder builder) {
    HttpRequest request = builder.header("Authorization", "Bearer " + variable("TOKEN")).copy().build();
    String query = request.uri().getQuery();
    if (request.method().equals("DELETE") && request.uri().getPath().endsWith("/issues/") && (query == null || !query.contains("id="))) {
      throw new IllegalArgumentException("the list of issues to remove is empty");
    }
  }

  public static void main(String[] arguments) throws Exception {
    Run run = new Run();
    try (Scanner lines = new Scanner(System.in)) {
      while (lines.hasNextLine()) {
        System.out.println(run.mapper.writeValueAsString(run.reply(run.mapper.readTree(lines.nextLine()))));
      }
    }
  }

  private ObjectNode reply(JsonNode in) throws JsonProcessingException {
    ObjectNode out = mapper.createObjectNode();
    try {
      call(in, out);
    } catch (ApiException error) {
      Class<?> type = error.getCode() == 404 ? ErrorBody.class : FieldErrors.class;
      out.put("status", error.getCode()).set("data", mapper.valueToTree(mapper.readValue(error.getResponseBody(), type)));
    } catch (IllegalArgumentException error) {
      out.put("error", error.toString());
    }
    return out;
  }

  private void call(JsonNode in, ObjectNode out) throws ApiException, JsonProcessingException {
    String cursor = in.path("cursor").asText(null);
    EventsApi events = new EventsApi(client);
    switch (in.get("operation").asText()) {
      case "updateProject":
        ProjectUpdate body = mapper.treeToValue(in.get("body"), ProjectUpdate.class);
        out.set("data", mapper.valueToTree(new ProjectsApi(client).updateProject(ORGANIZATION, PROJECT, body)));
        break;
      case "listTeamProjects":
        putPage(out, new TeamsApi(client).listTeamProjectsWithHttpInfo(ORGANIZATION, variable("TEAM"), cursor, PER_PAGE),
            ProjectSummary::getSlug);
        break;
      case "listProjectEvents":
        putPage(out, events.listProjectEventsWithHttpInfo(ORGANIZATION, in.get("project").asText(), in.get("full").asBoolean(),
            null, null, null, null, cursor, PER_PAGE), Event::getEventID);
        break;
      case "removeIssues":
        List<Long> ids = new ArrayList<>();
        in.get("ids").forEach(id -> ids.add(id.asLong()));
        out.put("data", new IssuesApi(client).removeIssues(ORGANIZATION, PROJECT, ids));
        break;
      default:
        int frame = in.get("frame").asInt();
        int exception = in.get("exception").asInt();
        out.set("data", mapper.valueToTree(
            events.getSourceMapDebug(ORGANIZATION, PROJECT, in.get("event").asText(), frame, exception)));
    }
  }

  private <Row> void putPage(ObjectNode out, ApiResponse<List<Row>> page, Function<Row, String> id) {
    out.set("ids", mapper.valueToTree(page.getData().stream().map(id).collect(Collectors.toList())));
    out.set("data", mapper.valueToTree(page.getData()));
    out.put("link", String.join(", ", page.getHeaders().getOrDefault("link", List.of())));
  }

  private static String variable(String name) {
    return System.getenv("CULPRIT_" + name);
  }
}
