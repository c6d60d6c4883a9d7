// Calls the five operations with a generated client and checks what they return. The file of each generator beside this one
// implements client with what was generated.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// page is a page of a list, with the Link header of its reply.
type page struct {
	ids []string
	// entries has the entries of each event as JSON, or nothing for an event without its body.
	entries []string
	link    string
}

type project struct {
	name, subjectPrefix string
	isBookmarked        bool
	safeFields          []string
}

type reason struct{ kind, message string }

// client is what a generated client does. A reply that is an error is returned as an error, except where a method is named after it.
type client interface {
	// saveSettings sets isBookmarked to true, subjectPrefix to "[shop]" and safeFields to ["order"].
	saveSettings() error
	// rename sends only a name.
	rename(name string) (project, error)
	listTeamProjects(cursor *string) (page, error)
	listProjectEvents(cursor *string, full bool) (page, error)
	// removeIssues returns the text of the reply.
	removeIssues(ids []int64) (string, error)
	getSourceMapDebug(event string, frame, exception int) ([]reason, error)
	// createRelease creates a release with one commit.
	createRelease(version, commit string) error
	// updateRelease sends only a ref, and returns the commit count of the reply.
	updateRelease(version, ref string) (int64, error)
	// notFound lists the events of a project that does not exist, and returns the member detail of the typed body.
	notFound(project string) (string, error)
	// invalidName sends an empty name, and returns the messages about it of the typed body.
	invalidName() ([]string, error)
	// readProject decodes a project as a reply has it, and returns its name.
	readProject(text []byte) (string, error)
	// readEvent decodes an event as a reply has it, and returns its title.
	readEvent(text []byte) (string, error)
}

var (
	baseURL      = variable("URL")
	token        = variable("TOKEN")
	organization = variable("ORGANIZATION")
	team         = variable("TEAM")
	projectSlug  = variable("PROJECT")
	perPage      = number(variable("PER_PAGE"))
	nextCursor   = regexp.MustCompile(`rel="next"; results="true"; cursor="([^"]+)"`)
)

// httpClient refuses to remove issues without an id: a generated client sends no id for an empty list, and the request would remove
// the first 1000 issues.
var httpClient = &http.Client{Transport: refuseRemovalOfAll{http.DefaultTransport}}

type refuseRemovalOfAll struct{ next http.RoundTripper }

func (guard refuseRemovalOfAll) RoundTrip(request *http.Request) (*http.Response, error) {
	url := request.URL
	if request.Method == http.MethodDelete && strings.HasSuffix(url.Path, "/issues/") && !url.Query().Has("id") {
		return nil, fmt.Errorf("the list of issues to remove is empty")
	}
	return guard.next.RoundTrip(request)
}

func main() {
	if err := run(newClient()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(c client) error {
	checks := []struct {
		name  string
		check func(client) error
	}{
		{"updateProject", checkUpdate},
		{"listTeamProjects", checkProjects},
		{"listProjectEvents", checkEvents},
		{"getSourceMapDebug", checkDebug},
		{"removeIssues", checkRemoval},
		{"updateRelease", checkRelease},
		{"errors", checkErrors},
	}
	for _, each := range checks {
		if err := each.check(c); err != nil {
			return fmt.Errorf("%s: %w", each.name, err)
		}
	}
	return nil
}

func checkUpdate(c client) error {
	if err := c.saveSettings(); err != nil {
		return err
	}
	updated, err := c.rename("Web shop")
	if err != nil {
		return err
	}
	return equal(updated, project{"Web shop", "[shop]", true, []string{"order"}})
}

func checkProjects(c client) error {
	projects, err := readPages(c.listTeamProjects)
	if err != nil {
		return err
	}
	return equal(projects.ids, strings.Split(variable("TEAM_PROJECTS"), ","))
}

func checkEvents(c client) error {
	short, err := readEvents(c, false)
	if err != nil {
		return err
	}
	full, err := readEvents(c, true)
	if err != nil {
		return err
	}
	sent := strings.Split(variable("EVENTS"), ",")
	if err := firstError(equal(short.ids, sent), equal(full.ids, sent), equal(len(full.entries), len(sent))); err != nil {
		return err
	}
	for index := range sent {
		if short.entries[index] != "" {
			return fmt.Errorf("an event has its body without full: %s", short.entries[index])
		}
		if !strings.Contains(full.entries[index], `"pay.js"`) {
			return fmt.Errorf("an event lost its body with full: %s", full.entries[index])
		}
	}
	return checkTolerance(c)
}

// checkTolerance requires that records are read that have a field of a later version of the service.
func checkTolerance(c client) error {
	path := "/api/0/projects/" + organization + "/" + projectSlug + "/"
	var project map[string]any
	if err := get(path, &project); err != nil {
		return err
	}
	var events []map[string]any
	if err := get(path+"events/", &events); err != nil {
		return err
	}
	name, err := c.readProject(withNewField(project))
	if err != nil {
		return err
	}
	title, err := c.readEvent(withNewField(events[0]))
	if err != nil {
		return err
	}
	return firstError(equal(name, project["name"]), equal(title, events[0]["title"]))
}

// get reads a reply without the generated client.
func get(path string, body any) error {
	request, err := http.NewRequest("GET", baseURL+path, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return json.NewDecoder(response.Body).Decode(body)
}

func withNewField(record map[string]any) []byte {
	record["addedLater"] = true
	text, err := json.Marshal(record)
	if err != nil {
		panic(err)
	}
	return text
}

func checkDebug(c client) error {
	reasons, err := c.getSourceMapDebug(variable("UNMAPPED_EVENT"), -1, 0)
	if err != nil {
		return err
	}
	if len(reasons) == 0 || reasons[0].message == "" {
		return fmt.Errorf("there is no reason, or no message: %v", reasons)
	}
	return equal(reasons[0].kind, variable("UNMAPPED_REASON"))
}

func checkRemoval(c client) error {
	if _, err := c.removeIssues([]int64{}); err == nil {
		return fmt.Errorf("an empty list is accepted")
	}
	events, err := readEvents(c, false)
	if err != nil {
		return err
	}
	if err := equal(events.ids, strings.Split(variable("EVENTS"), ",")); err != nil {
		return fmt.Errorf("an empty list removes issues: %w", err)
	}
	var ids []int64
	for _, id := range strings.Split(variable("REMOVED_ISSUES"), ",") {
		ids = append(ids, int64(number(id)))
	}
	text, err := c.removeIssues(ids)
	if err != nil {
		return err
	}
	left, err := readEvents(c, false)
	if err != nil {
		return err
	}
	return firstError(equal(text, "Success."), equal(left.ids, strings.Split(variable("KEPT_EVENTS"), ",")))
}

func checkRelease(c client) error {
	if err := c.createRelease("shop@1.0.0", "8b2f6a1c0d3e4f5061728394a5b6c7d8e9f0a1b2"); err != nil {
		return err
	}
	count, err := c.updateRelease("shop@1.0.0", "main")
	if err != nil {
		return err
	}
	return equal(count, int64(1))
}

func checkErrors(c client) error {
	detail, err := c.notFound("no-such-project")
	if err != nil {
		return err
	}
	messages, err := c.invalidName()
	if err != nil {
		return err
	}
	return firstError(equal(detail != "", true), equal(messages, []string{"This field may not be blank."}))
}

func readEvents(c client, full bool) (page, error) {
	return readPages(func(cursor *string) (page, error) { return c.listProjectEvents(cursor, full) })
}

// readPages reads a list to its end by the cursors of its Link headers.
func readPages(read func(cursor *string) (page, error)) (page, error) {
	var all page
	var cursor *string
	for {
		next, err := read(cursor)
		if err != nil {
			return all, err
		}
		if len(next.ids) > perPage {
			return all, fmt.Errorf("a page has %d records", len(next.ids))
		}
		all.ids = append(all.ids, next.ids...)
		all.entries = append(all.entries, next.entries...)
		match := nextCursor.FindStringSubmatch(next.link)
		if match == nil {
			return all, nil
		}
		cursor = &match[1]
	}
}

// encode returns a value as JSON, or nothing if it has no elements.
func encode[Entry any](entries []Entry) string {
	if len(entries) == 0 {
		return ""
	}
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(entries); err != nil {
		return err.Error()
	}
	return text.String()
}

func equal(actual, expected any) error {
	if reflect.DeepEqual(actual, expected) {
		return nil
	}
	return fmt.Errorf("%v is not %v", actual, expected)
}

func firstError(errors ...error) error {
	for _, err := range errors {
		if err != nil {
			return err
		}
	}
	return nil
}

func variable(name string) string {
	value, isSet := os.LookupEnv("CULPRIT_" + name)
	if !isSet {
		panic("CULPRIT_" + name + " is not set")
	}
	return value
}

func number(text string) int {
	value, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return value
}
