import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import culprit.client.ApiClient;
import culprit.client.ApiException;
import culprit.client.ApiResponse;
import culprit.client.api.EventsApi;
import culprit.client.api.IssuesApi;
import culprit.client.api.ProjectsApi;
import culprit.client.api.ReleasesApi;
import culprit.client.api.TeamsApi;
import culprit.client.model.CommitCreation;
import culprit.client.model.ErrorBody;
import culprit.client.model.Event;
import culprit.client.model.FieldErrors;
import culprit.client.model.Project;
import culprit.client.model.ProjectReference;
import culprit.client.model.ProjectSummary;
import culprit.client.model.ProjectUpdate;
import culprit.client.model.ReleaseCreation;
import culprit.client.model.ReleaseUpdate;
import culprit.client.model.SourceMapError;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Calls the five operations with the Java client of openapi-generator and checks what they return. */
public final class Run {
  private static final Pattern NEXT = Pattern.compile("rel=\"next\"; results=\"true\"; cursor=\"([^\"]+)\"");
  private static final String ORGANIZATION = variable("ORGANIZATION");
  private static final String TEAM = variable("TEAM");
  private static final String PROJECT = variable("PROJECT");
  private static final int PER_PAGE = Integer.parseInt(variable("PER_PAGE"));

  private final ApiClient client = new ApiClient();
  private final ObjectMapper mapper;
  private final ProjectsApi projects;
  private final TeamsApi teams;
  private final EventsApi events;
  private final IssuesApi issues;
  private final ReleasesApi releases;

  private Run() {
    client.updateBaseUri(variable("URL"));
    client.setRequestInterceptor(Run::prepare);
    mapper = client.getObjectMapper();
    projects = new ProjectsApi(client);
    teams = new TeamsApi(client);
    events = new EventsApi(client);
    issues = new IssuesApi(client);
    releases = new ReleasesApi(client);
  }

  /**
   * Adds the token, which this library does not do, and refuses to remove issues without an id: the client sends no id for an empty
   * list, and the request would remove the first 1000 issues.
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
    run.checkUpdate();
    run.checkProjects();
    run.checkEvents();
    run.checkDebug();
    run.checkRemoval();
    run.checkRelease();
    run.checkErrors();
  }

  private void checkUpdate() throws ApiException, JsonProcessingException {
    update(new ProjectUpdate().isBookmarked(true).subjectPrefix("[shop]").addSafeFieldsItem("order"));
    ProjectUpdate body = new ProjectUpdate().name("Web shop");
    equal(mapper.writeValueAsString(body), "{\"name\":\"Web shop\"}");
    Project updated = update(body);
    equal(updated.getName(), "Web shop");
    equal(updated.getIsBookmarked(), true);
    equal(updated.getSubjectPrefix(), "[shop]");
    equal(updated.getSafeFields(), List.of("order"));
    equal(update(new ProjectUpdate()).getName(), "Web shop");
  }

  private Project update(ProjectUpdate body) throws ApiException {
    return projects.updateProject(ORGANIZATION, PROJECT, body);
  }

  private void checkProjects() throws ApiException {
    List<ProjectSummary> all = readPages(cursor -> teams.listTeamProjectsWithHttpInfo(ORGANIZATION, TEAM, cursor, PER_PAGE));
    equal(all.stream().map(ProjectSummary::getSlug).collect(Collectors.toList()), list("TEAM_PROJECTS"));
  }

  private void checkEvents() throws ApiException, JsonProcessingException {
    List<Event> brief = readEvents(false);
    List<Event> full = readEvents(true);
    equal(ids(brief), list("EVENTS"));
    equal(ids(full), list("EVENTS"));
    for (Event event : brief) {
      require(event.getEntries() == null || event.getEntries().isEmpty(), "an event has its body without full");
    }
    for (Event event : full) {
      require(mapper.writeValueAsString(event.getEntries()).contains("\"pay.js\""), "an event lost its body with full");
    }
    ObjectNode later = mapper.valueToTree(brief.get(0));
    later.put("addedLater", true);
    equal(mapper.treeToValue(later, Event.class).getTitle(), brief.get(0).getTitle());
  }

  private List<Event> readEvents(boolean full) throws ApiException {
    return readPages(
        cursor -> events.listProjectEventsWithHttpInfo(ORGANIZATION, PROJECT, full, null, null, null, null, cursor, PER_PAGE));
  }

  private static List<String> ids(List<Event> events) {
    return events.stream().map(Event::getEventID).collect(Collectors.toList());
  }

  private void checkDebug() throws ApiException {
    List<SourceMapError> reasons = events.getSourceMapDebug(ORGANIZATION, PROJECT, variable("UNMAPPED_EVENT"), -1, 0);
    equal(reasons.get(0).getType().getValue(), variable("UNMAPPED_REASON"));
    require(!reasons.get(0).getMessage().isEmpty(), "a reason has no message");
  }

  private void checkRemoval() throws ApiException {
    String refusal = null;
    try {
      issues.removeIssues(ORGANIZATION, PROJECT, List.of());
    } catch (IllegalArgumentException error) {
      refusal = error.getMessage();
    }
    require(refusal != null, "an empty list is accepted");
    equal(ids(readEvents(false)), list("EVENTS"));
    List<Long> removed = list("REMOVED_ISSUES").stream().map(Long::valueOf).collect(Collectors.toList());
    equal(issues.removeIssues(ORGANIZATION, PROJECT, removed), "Success.");
    equal(ids(readEvents(false)), list("KEPT_EVENTS"));
  }

  private void checkRelease() throws ApiException, JsonProcessingException {
    ReleaseCreation creation = new ReleaseCreation().version("shop@1.0.0").addProjectsItem(new ProjectReference(PROJECT));
    creation.addCommitsItem(new CommitCreation().id("8b2f6a1c0d3e4f5061728394a5b6c7d8e9f0a1b2"));
    equal(releases.createRelease(ORGANIZATION, creation).getCommitCount(), 1);
    ReleaseUpdate body = new ReleaseUpdate().ref("main");
    equal(mapper.writeValueAsString(body), "{\"ref\":\"main\"}");
    equal(releases.updateRelease(ORGANIZATION, "shop@1.0.0", body).getCommitCount(), 1);
    equal(mapper.writeValueAsString(new ReleaseUpdate().dateReleased(null)), "{\"dateReleased\":null}");
  }

  private void checkErrors() throws JsonProcessingException {
    ApiException missing = failure(
        () -> events.listProjectEvents(ORGANIZATION, "no-such-project", null, null, null, null, null, null, null));
    equal(missing.getCode(), 404);
    require(!mapper.readValue(missing.getResponseBody(), ErrorBody.class).getDetail().isEmpty(), "a 404 has no detail");
    ApiException invalid = failure(() -> update(new ProjectUpdate().name("").subjectPrefix("x".repeat(300))));
    equal(invalid.getCode(), 400);
    FieldErrors fields = mapper.readValue(invalid.getResponseBody(), FieldErrors.class);
    equal(fields.getAdditionalProperty("name"), List.of("This field may not be blank."));
    require(fields.getAdditionalProperty("subjectPrefix") != null, "a field lost its errors");
  }

  private interface Call<Result> {
    Result call() throws ApiException;
  }

  private static ApiException failure(Call<?> call) {
    try {
      call.call();
    } catch (ApiException error) {
      return error;
    }
    throw new IllegalStateException("an invalid request is accepted");
  }

  private interface Read<Row> {
    ApiResponse<List<Row>> page(String cursor) throws ApiException;
  }

  /** Reads a list to its end by the cursors of its Link headers. */
  private static <Row> List<Row> readPages(Read<Row> read) throws ApiException {
    List<Row> rows = new ArrayList<>();
    String cursor = null;
    do {
      ApiResponse<List<Row>> page = read.page(cursor);
      require(page.getData().size() <= PER_PAGE, "a page has too many records");
      rows.addAll(page.getData());
      Map<String, List<String>> headers = page.getHeaders();
      Matcher next = NEXT.matcher(String.join(", ", headers.getOrDefault("link", List.of())));
      cursor = next.find() ? next.group(1) : null;
    } while (cursor != null);
    return rows;
  }

  private static List<String> list(String name) {
    return Stream.of(variable(name).split(",")).collect(Collectors.toList());
  }

  private static void equal(Object actual, Object expected) {
    require(Objects.equals(actual, expected), actual + " is not " + expected);
  }

  private static void require(boolean holds, String message) {
    if (!holds) throw new IllegalStateException(message);
  }

  private static String variable(String name) {
    return Objects.requireNonNull(System.getenv("CULPRIT_" + name), "CULPRIT_" + name + " is not set");
  }
}
