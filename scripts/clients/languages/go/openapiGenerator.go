// The five operations with the Go client of openapi-generator.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"clients/culprit"
)

type generated struct {
	*culprit.APIClient
	context context.Context
}

func newClient() client {
	configuration := culprit.NewConfiguration()
	configuration.Servers = culprit.ServerConfigurations{{URL: baseURL}}
	configuration.HTTPClient = httpClient
	return generated{
		culprit.NewAPIClient(configuration),
		context.WithValue(context.Background(), culprit.ContextAccessToken, token),
	}
}

func (c generated) update(body culprit.ProjectUpdate) (*culprit.Project, *http.Response, error) {
	return c.ProjectsAPI.UpdateProject(c.context, organization, projectSlug).ProjectUpdate(body).Execute()
}

func (c generated) saveSettings() error {
	body := culprit.NewProjectUpdate()
	body.SetIsBookmarked(true)
	body.SetSubjectPrefix("[shop]")
	body.SetSafeFields([]string{"order"})
	_, _, err := c.update(*body)
	return err
}

func (c generated) rename(name string) (project, error) {
	body := culprit.NewProjectUpdate()
	body.SetName(name)
	updated, _, err := c.update(*body)
	if err != nil {
		return project{}, err
	}
	return project{updated.Name, updated.SubjectPrefix, updated.IsBookmarked, updated.SafeFields}, nil
}

func (c generated) listTeamProjects(cursor *string) (page, error) {
	request := c.TeamsAPI.ListTeamProjects(c.context, organization, team).PerPage(int32(perPage))
	if cursor != nil {
		request = request.Cursor(*cursor)
	}
	projects, response, err := request.Execute()
	if err != nil {
		return page{}, err
	}
	result := page{link: response.Header.Get("Link")}
	for _, each := range projects {
		result.ids = append(result.ids, each.Slug)
	}
	return result, nil
}

func (c generated) listProjectEvents(cursor *string, full bool) (page, error) {
	request := c.EventsAPI.ListProjectEvents(c.context, organization, projectSlug).PerPage(int32(perPage)).Full(full)
	if cursor != nil {
		request = request.Cursor(*cursor)
	}
	events, response, err := request.Execute()
	if err != nil {
		return page{}, err
	}
	result := page{link: response.Header.Get("Link")}
	for _, event := range events {
		result.ids = append(result.ids, event.EventID)
		result.entries = append(result.entries, encode(event.Entries))
	}
	return result, nil
}

func (c generated) removeIssues(ids []int64) (string, error) {
	text, _, err := c.IssuesAPI.RemoveIssues(c.context, organization, projectSlug).Id(ids).Execute()
	return text, err
}

func (c generated) getSourceMapDebug(event string, frame, exception int) ([]reason, error) {
	request := c.EventsAPI.GetSourceMapDebug(c.context, organization, projectSlug, event)
	found, _, err := request.FrameIdx(int32(frame)).ExceptionIdx(int32(exception)).Execute()
	var reasons []reason
	for _, each := range found {
		reasons = append(reasons, reason{string(each.Type), each.Message})
	}
	return reasons, err
}

func (c generated) createRelease(version, commit string) error {
	body := culprit.NewReleaseCreation(version)
	body.SetProjects([]culprit.ProjectReference{{String: &projectSlug}})
	body.SetCommits([]culprit.CommitCreation{*culprit.NewCommitCreation(commit)})
	_, _, err := c.ReleasesAPI.CreateRelease(c.context, organization).ReleaseCreation(*body).Execute()
	return err
}

func (c generated) updateRelease(version, ref string) (int64, error) {
	body := culprit.NewReleaseUpdate()
	body.SetRef(ref)
	updated, _, err := c.ReleasesAPI.UpdateRelease(c.context, organization, version).ReleaseUpdate(*body).Execute()
	if err != nil {
		return 0, err
	}
	return int64(updated.CommitCount), nil
}

func (c generated) notFound(slug string) (string, error) {
	_, _, err := c.EventsAPI.ListProjectEvents(c.context, organization, slug).Execute()
	body, err := modelOf[culprit.ErrorBody](err)
	return body.Detail, err
}

func (c generated) invalidName() ([]string, error) {
	body := culprit.NewProjectUpdate()
	body.SetName("")
	_, _, err := c.update(*body)
	invalid, err := modelOf[culprit.BadRequestBody](err)
	if err != nil {
		return nil, err
	}
	var messages []string
	list, _ := invalid.FieldErrors.AdditionalProperties["name"].([]any)
	for _, message := range list {
		messages = append(messages, fmt.Sprint(message))
	}
	return messages, nil
}

func (c generated) readProject(text []byte) (string, error) {
	var project culprit.Project
	err := json.Unmarshal(text, &project)
	return project.Name, err
}

func (c generated) readEvent(text []byte) (string, error) {
	var event culprit.Event
	err := json.Unmarshal(text, &event)
	return event.Title, err
}

// modelOf returns the typed body of a reply that is an error.
func modelOf[Body any](err error) (Body, error) {
	var failure *culprit.GenericOpenAPIError
	if errors.As(err, &failure) {
		if body, ok := failure.Model().(Body); ok {
			return body, nil
		}
	}
	var none Body
	return none, fmt.Errorf("the error is not a %T: %w", none, err)
}
