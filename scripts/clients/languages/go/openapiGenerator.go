// The five operations with the Go client of openapi-generator.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"clients/culprit"
)

type generated struct {
	*culprit.APIClient
	context context.Context
}

func newOperations() operations {
	configuration := culprit.NewConfiguration()
	configuration.Servers = culprit.ServerConfigurations{{URL: baseURL}}
	configuration.HTTPClient = httpClient
	authorized := context.WithValue(context.Background(), culprit.ContextAccessToken, token)
	c := generated{culprit.NewAPIClient(configuration), authorized}
	return operations{
		"updateProject":     c.updateProject,
		"listTeamProjects":  c.listTeamProjects,
		"listProjectEvents": c.listProjectEvents,
		"removeIssues":      c.removeIssues,
		"getSourceMapDebug": c.getSourceMapDebug,
	}
}

// result returns the reply of an operation, or the status and the typed body of an error.
func result(done reply, response *http.Response, err error) (reply, error) {
	var failure *culprit.GenericOpenAPIError
	if errors.As(err, &failure) && failure.Model() != nil {
		return reply{Status: response.StatusCode, Data: failure.Model()}, nil
	}
	if response != nil {
		done.Link = response.Header.Get("Link")
	}
	return done, err
}

func (c generated) updateProject(in request) (reply, error) {
	var body culprit.ProjectUpdate
	if err := json.Unmarshal(in.Body, &body); err != nil {
		return reply{}, err
	}
	project, response, err := c.ProjectsAPI.UpdateProject(c.context, organization, projectSlug).ProjectUpdate(body).Execute()
	return result(reply{Data: project}, response, err)
}

func (c generated) listTeamProjects(in request) (reply, error) {
	call := c.TeamsAPI.ListTeamProjects(c.context, organization, team).PerPage(int32(perPage()))
	if in.Cursor != nil {
		call = call.Cursor(*in.Cursor)
	}
	projects, response, err := call.Execute()
	var page reply
	for _, project := range projects {
		page.Ids = append(page.Ids, project.Slug)
	}
	return result(page, response, err)
}

func (c generated) listProjectEvents(in request) (reply, error) {
	call := c.EventsAPI.ListProjectEvents(c.context, organization, in.Project).PerPage(int32(perPage())).Full(in.Full)
	if in.Cursor != nil {
		call = call.Cursor(*in.Cursor)
	}
	events, response, err := call.Execute()
	page := reply{Data: events}
	for _, event := range events {
		page.Ids = append(page.Ids, event.EventID)
	}
	return result(page, response, err)
}

func (c generated) removeIssues(in request) (reply, error) {
	text, response, err := c.IssuesAPI.RemoveIssues(c.context, organization, projectSlug).Id(in.Ids).Execute()
	return result(reply{Data: text}, response, err)
}

func (c generated) getSourceMapDebug(in request) (reply, error) {
	call := c.EventsAPI.GetSourceMapDebug(c.context, organization, projectSlug, in.Event)
	reasons, response, err := call.FrameIdx(int32(in.Frame)).ExceptionIdx(int32(in.Exception)).Execute()
	return result(reply{Data: reasons}, response, err)
}
