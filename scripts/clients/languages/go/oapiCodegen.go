// The five operations with the Go client of oapi-codegen.
package main

import (
	"context"
	"encoding/json"
	"net/http"

	"clients/culprit"
)

type generated struct {
	*culprit.ClientWithResponses
}

var background = context.Background()

func newOperations() operations {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	client, err := culprit.NewClientWithResponses(baseURL, culprit.WithHTTPClient(httpClient), culprit.WithRequestEditorFn(authorize))
	require(err)
	c := generated{client}
	return operations{
		"updateProject":     c.updateProject,
		"listTeamProjects":  c.listTeamProjects,
		"listProjectEvents": c.listProjectEvents,
		"removeIssues":      c.removeIssues,
		"getSourceMapDebug": c.getSourceMapDebug,
	}
}

// result returns the data of a reply, which is nil in the reply of an error: the client returns errors as values.
func result[Data any](data *Data, response *http.Response, failure any) (reply, error) {
	if data == nil {
		return reply{Status: response.StatusCode, Data: failure}, nil
	}
	return reply{Data: data, Link: response.Header.Get("Link")}, nil
}

func (c generated) updateProject(in request) (reply, error) {
	var body culprit.ProjectUpdate
	if err := json.Unmarshal(in.Body, &body); err != nil {
		return reply{}, err
	}
	got, err := c.UpdateProjectWithResponse(background, organization, projectSlug, body)
	if err != nil {
		return reply{}, err
	}
	if got.JSON400 != nil {
		fields, err := got.JSON400.AsFieldErrors()
		return reply{Status: got.StatusCode(), Data: fields}, err
	}
	return result(got.JSON200, got.HTTPResponse, nil)
}

func (c generated) listTeamProjects(in request) (reply, error) {
	size := perPage()
	query := culprit.ListTeamProjectsParams{Cursor: in.Cursor, PerPage: &size}
	got, err := c.ListTeamProjectsWithResponse(background, organization, team, &query)
	if err != nil {
		return reply{}, err
	}
	page, err := result(got.JSON200, got.HTTPResponse, got.JSON404)
	if got.JSON200 != nil {
		for _, project := range *got.JSON200 {
			page.Ids = append(page.Ids, project.Slug)
		}
	}
	return page, err
}

func (c generated) listProjectEvents(in request) (reply, error) {
	size := perPage()
	query := culprit.ListProjectEventsParams{Cursor: in.Cursor, PerPage: &size, Full: &in.Full}
	got, err := c.ListProjectEventsWithResponse(background, organization, in.Project, &query)
	if err != nil {
		return reply{}, err
	}
	page, err := result(got.JSON200, got.HTTPResponse, got.JSON404)
	if got.JSON200 != nil {
		for _, event := range *got.JSON200 {
			page.Ids = append(page.Ids, event.EventID)
		}
	}
	return page, err
}

func (c generated) removeIssues(in request) (reply, error) {
	got, err := c.RemoveIssuesWithResponse(background, organization, projectSlug, &culprit.RemoveIssuesParams{Id: &in.Ids})
	if err != nil {
		return reply{}, err
	}
	if got.StatusCode() != http.StatusOK {
		return reply{Status: got.StatusCode(), Data: string(got.Body)}, nil
	}
	return reply{Data: string(got.Body)}, nil
}

func (c generated) getSourceMapDebug(in request) (reply, error) {
	query := culprit.GetSourceMapDebugParams{FrameIdx: in.Frame, ExceptionIdx: in.Exception}
	got, err := c.GetSourceMapDebugWithResponse(background, organization, projectSlug, in.Event, &query)
	if err != nil {
		return reply{}, err
	}
	return result(got.JSON200, got.HTTPResponse, got.JSON404)
}
