// Serves the five operations of a generated client: a line of input is a request as JSON, and a line of output its reply
// (scripts/clients/check.ts). The file of each generator beside this one has the operations.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
)

// request has the inputs of all operations.
type request struct {
	Operation, Project, Event string
	Body                      json.RawMessage
	Cursor                    *string
	Full                      bool
	Ids                       []int64
	Frame, Exception          int
}

type reply struct {
	// Data is encoded by the generated types. With a status, it is the body of an error.
	Data   any      `json:"data"`
	Ids    []string `json:"ids"`
	Link   string   `json:"link"`
	Status int      `json:"status,omitempty"`
	Error  string   `json:"error,omitempty"`
}

type operations map[string]func(request) (reply, error)

var (
	baseURL      = variable("URL")
	token        = variable("TOKEN")
	organization = variable("ORGANIZATION")
	team         = variable("TEAM")
	projectSlug  = variable("PROJECT")
)

// httpClient refuses to remove issues without an id: a generated client sends none for an empty list, and the request
// would remove the first 1000 issues.
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
	served := newOperations()
	output := json.NewEncoder(os.Stdout)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var in request
		require(json.Unmarshal(lines.Bytes(), &in))
		out, err := served[in.Operation](in)
		if err != nil {
			out.Error = err.Error()
		}
		require(output.Encode(out))
	}
}

// perPage returns the number of records in a page.
func perPage() int {
	value, err := strconv.Atoi(variable("PER_PAGE"))
	require(err)
	return value
}

func variable(name string) string {
	return os.Getenv("CULPRIT_" + name)
}

func require(err error) {
	if err != nil {
		panic(err)
	}
}
