// The five operations with the Go client of oapi-codegen.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"clients/culprit"
	"github.com/oapi-codegen/nullable"
)

type generated struct {
	*culprit.ClientWithResponses
}

var background = context.Background()

func newClient() client {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	made, err := culprit.NewClientWithResponses(baseURL, culprit.WithHTTPClient(httpClient), culprit.WithRequestEditorFn(authorize))
	if err != nil {
		panic(err)
	}
	return generated{made}
}

// refused is the error for a reply that is not the expected one: the client returns errors as values.
func refused(response *http.Response, body []byte) error {
	return fmt.Errorf("%s: %s", response.Status, body)
}

func (c generated) update(body culprit.ProjectUpdate) (*culprit.Project, error) {
	reply, err := c.UpdateProjectWithResponse(background, organization, projectSlug, body)
	if err != nil {
		return nil, err
	}
	if reply.JSON200 == nil {
		return nil, refused(reply.HTTPResponse, reply.Body)
	}
	return reply.JSON200, nil
}

func (c generated) saveSettings() error {
	isBookmarked, prefix, safeFields := true, "[shop]", culprit.FieldNames{"order"}
	_, err := c.update(culprit.ProjectUpdate{IsBookmarked: &isBookmarked, SubjectPrefix: &prefix, SafeFields: &safeFields})
	return err
}

func (c generated) rename(name string) (project, error) {
	updated, err := c.update(culprit.ProjectUpdate{Name: &name})
	if err != nil {
		return project{}, err
	}
	return project{updated.Name, updated.SubjectPrefix, updated.IsBookmarked, updated.SafeFields}, nil
}

func (c generated) listTeamProjects(cursor *string) (page, error) {
	query := culprit.ListTeamProjectsParams{Cursor: cursor, PerPage: &perPage}
	reply, err := c.ListTeamProjectsWithResponse(background, organization, team, &query)
	if err != nil {
		return page{}, err
	}
	if reply.JSON200 == nil {
		return page{}, refused(reply.HTTPResponse, reply.Body)
	}
	result := page{link: reply.HTTPResponse.Header.Get("Link")}
	for _, each := range *reply.JSON200 {
		result.ids = append(result.ids, each.Slug)
	}
	return result, nil
}

func (c generated) listProjectEvents(cursor *string, full bool) (page, error) {
	query := culprit.ListProjectEventsParams{Cursor: cursor, PerPage: &perPage, Full: &full}
	reply, err := c.ListProjectEventsWithResponse(background, organization, projectSlug, &query)
	if err != nil {
		return page{}, err
	}
	if reply.JSON200 == nil {
		return page{}, refused(reply.HTTPResponse, reply.Body)
	}
	result := page{link: reply.HTTPResponse.Header.Get("Link")}
	for _, event := range *reply.JSON200 {
		var entries []culprit.EventEntry
		if event.Entries != nil {
			entries = *event.Entries
		}
		result.ids = append(result.ids, event.EventID)
		result.entries = append(result.entries, encode(entries))
	}
	return result, nil
}

func (c generated) removeIssues(ids []int64) (string, error) {
	reply, err := c.RemoveIssuesWithResponse(background, organization, projectSlug, &culprit.RemoveIssuesParams{Id: &ids})
	if err != nil {
		return "", err
	}
	if reply.StatusCode() != http.StatusOK {
		return "", refused(reply.HTTPResponse, reply.Body)
	}
	return string(reply.Body), nil
}

func (c generated) getSourceMapDebug(event string, frame, exception int) ([]reason, error) {
	query := culprit.GetSourceMapDebugParams{FrameIdx: frame, ExceptionIdx: exception}
	reply, err := c.GetSourceMapDebugWithResponse(background, organization, projectSlug, event, &query)
	if err != nil {
		return nil, err
	}
	if reply.JSON200 == nil {
		return nil, refused(reply.HTTPResponse, reply.Body)
	}
	var reasons []reason
	for _, each := range *reply.JSON200 {
		reasons = append(reasons, reason{string(each.Type), each.Message})
	}
	return reasons, nil
}

func (c generated) createRelease(version, commit string) error {
	var reference culprit.ProjectReference
	if err := reference.FromProjectReference0(projectSlug); err != nil {
		return err
	}
	commits := culprit.CommitList{{Id: commit}}
	body := culprit.ReleaseCreation{Version: version, Projects: &culprit.ProjectReferences{reference}, Commits: &commits}
	reply, err := c.CreateReleaseWithResponse(background, organization, body)
	if err != nil {
		return err
	}
	if reply.JSON201 == nil {
		return refused(reply.HTTPResponse, reply.Body)
	}
	return nil
}

func (c generated) updateRelease(version, ref string) (int64, error) {
	body := culprit.ReleaseUpdate{Ref: nullable.NewNullableWithValue(ref)}
	reply, err := c.UpdateReleaseWithResponse(background, organization, version, body)
	if err != nil {
		return 0, err
	}
	if reply.JSON200 == nil {
		return 0, refused(reply.HTTPResponse, reply.Body)
	}
	return int64(reply.JSON200.CommitCount), nil
}

func (c generated) notFound(slug string) (string, error) {
	reply, err := c.ListProjectEventsWithResponse(background, organization, slug, nil)
	if err != nil {
		return "", err
	}
	if reply.JSON404 == nil {
		return "", refused(reply.HTTPResponse, reply.Body)
	}
	return reply.JSON404.Detail, nil
}

func (c generated) invalidName() ([]string, error) {
	name := ""
	reply, err := c.UpdateProjectWithResponse(background, organization, projectSlug, culprit.ProjectUpdate{Name: &name})
	if err != nil {
		return nil, err
	}
	if reply.JSON400 == nil {
		return nil, refused(reply.HTTPResponse, reply.Body)
	}
	fields, err := reply.JSON400.AsFieldErrors()
	return fields.AdditionalProperties["name"], err
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
