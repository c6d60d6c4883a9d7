//! Calls the five operations with the Rust client of openapi-generator and checks what they return.
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use culprit_client::apis::configuration::Configuration;
use culprit_client::apis::events_api::{get_source_map_debug, list_project_events, ListProjectEventsError};
use culprit_client::apis::issues_api::remove_issues;
use culprit_client::apis::projects_api::{update_project, UpdateProjectError};
use culprit_client::apis::releases_api::{create_release, update_release};
use culprit_client::apis::teams_api::list_team_projects;
use culprit_client::apis::Error;
use culprit_client::models::{
    BadRequestBody, CommitCreation, Event, Project, ProjectReference, ProjectUpdate, ReleaseCreation, ReleaseUpdate,
};
use http::Extensions;
use reqwest::{Method, Request, Response};
use reqwest_middleware::{ClientBuilder, Middleware, Next};

type Result<Value> = std::result::Result<Value, String>;

/// Keeps the `Link` header of the last reply, which the generated functions do not return, and refuses to remove issues without an id:
/// they send no id for an empty list, and the request would remove the first 1000 issues.
#[derive(Clone, Default)]
struct Requests {
    link: Arc<Mutex<String>>,
}

#[async_trait::async_trait]
impl Middleware for Requests {
    async fn handle(
        &self,
        request: Request,
        extensions: &mut Extensions,
        next: Next<'_>,
    ) -> reqwest_middleware::Result<Response> {
        let url = request.url();
        let has_id = url.query_pairs().any(|(name, _)| name == "id");
        if request.method() == Method::DELETE && url.path().ends_with("/issues/") && !has_id {
            let refusal = std::io::Error::other("the list of issues to remove is empty");
            return Err(reqwest_middleware::Error::middleware(refusal));
        }
        let response = next.run(request, extensions).await?;
        let link = response.headers().get("link").and_then(|value| value.to_str().ok());
        *self.link.lock().expect("no holder of the lock fails") = link.unwrap_or("").to_owned();
        Ok(response)
    }
}

struct Client {
    configuration: Configuration,
    requests: Requests,
    organization: String,
    team: String,
    project: String,
    per_page: usize,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let requests = Requests::default();
    let configuration = Configuration {
        base_path: variable("URL"),
        bearer_access_token: Some(variable("TOKEN")),
        client: ClientBuilder::new(reqwest::Client::new()).with(requests.clone()).build(),
        ..Configuration::default()
    };
    let client = Client {
        configuration,
        requests,
        organization: variable("ORGANIZATION"),
        team: variable("TEAM"),
        project: variable("PROJECT"),
        per_page: variable("PER_PAGE").parse().expect("a number"),
    };
    client.check_update().await?;
    client.check_projects().await?;
    client.check_events().await?;
    client.check_debug().await?;
    client.check_removal().await?;
    client.check_release().await?;
    client.check_errors().await
}

impl Client {
    async fn update(&self, body: ProjectUpdate) -> std::result::Result<Project, Error<UpdateProjectError>> {
        update_project(&self.configuration, &self.organization, &self.project, Some(body)).await
    }

    async fn check_update(&self) -> Result<()> {
        let settings = ProjectUpdate {
            is_bookmarked: Some(true),
            subject_prefix: Some("[shop]".to_owned()),
            safe_fields: Some(vec!["order".to_owned()]),
            ..ProjectUpdate::new()
        };
        self.update(settings).await.map_err(text)?;
        let body = ProjectUpdate { name: Some("Web shop".to_owned()), ..ProjectUpdate::new() };
        equal(json(&body), r#"{"name":"Web shop"}"#)?;
        let project = self.update(body).await.map_err(text)?;
        equal(project.name, "Web shop")?;
        equal((project.is_bookmarked, project.subject_prefix.as_str()), (true, "[shop]"))?;
        equal(project.safe_fields, ["order"])
    }

    async fn check_projects(&self) -> Result<()> {
        let mut slugs = Vec::new();
        let mut cursor = None;
        loop {
            let page = list_team_projects(
                &self.configuration,
                &self.organization,
                &self.team,
                cursor.as_deref(),
                Some(self.per_page as i32),
            );
            let projects = page.await.map_err(text)?;
            slugs.extend(projects.into_iter().map(|project| project.slug));
            cursor = self.next_cursor();
            if cursor.is_none() {
                return equal(slugs, list("TEAM_PROJECTS"));
            }
        }
    }

    async fn read_events(&self, full: bool) -> Result<Vec<Event>> {
        let mut events = Vec::new();
        let mut cursor = None;
        loop {
            let page = list_project_events(
                &self.configuration,
                &self.organization,
                &self.project,
                Some(full),
                None,
                None,
                None,
                None,
                cursor.as_deref(),
                Some(self.per_page as i32),
            );
            events.extend(page.await.map_err(text)?);
            cursor = self.next_cursor();
            if cursor.is_none() {
                return Ok(events);
            }
        }
    }

    /// Returns the cursor of the next page, from the `Link` header of the last reply.
    fn next_cursor(&self) -> Option<String> {
        let link = self.requests.link.lock().expect("no holder of the lock fails");
        let (_, next) = link.split_once(r#"rel="next"; results="true"; cursor=""#)?;
        Some(next.split('"').next()?.to_owned())
    }

    async fn check_events(&self) -> Result<()> {
        let brief = self.read_events(false).await?;
        let full = self.read_events(true).await?;
        equal(ids(&brief), list("EVENTS"))?;
        equal(ids(&full), list("EVENTS"))?;
        for event in &brief {
            equal(event.entries.is_none(), true)?;
        }
        for event in &full {
            let entries = json(&event.entries);
            require(entries.contains(r#""pay.js""#), || format!("an event lost its body with full: {entries}"))?;
        }
        let first = brief.first().ok_or("there is no event")?;
        let mut later = serde_json::to_value(first).map_err(text)?;
        later["addedLater"] = true.into();
        let read: Event = serde_json::from_value(later).map_err(text)?;
        equal(read.title, first.title.as_str())
    }

    async fn check_debug(&self) -> Result<()> {
        let event = variable("UNMAPPED_EVENT");
        let found = get_source_map_debug(&self.configuration, &self.organization, &self.project, &event, -1, 0);
        let reasons = found.await.map_err(text)?;
        let reason = reasons.first().ok_or("there is no reason")?;
        equal(reason.r#type.to_string(), variable("UNMAPPED_REASON"))?;
        equal(reason.message.is_empty(), false)
    }

    async fn check_removal(&self) -> Result<()> {
        let removal = remove_issues(&self.configuration, &self.organization, &self.project, Some(Vec::new()));
        require(removal.await.is_err(), || "an empty list is accepted".to_owned())?;
        equal(ids(&self.read_events(false).await?), list("EVENTS"))?;
        let removed = list("REMOVED_ISSUES").iter().map(|id| id.parse().expect("a number")).collect();
        let removal = remove_issues(&self.configuration, &self.organization, &self.project, Some(removed));
        equal(removal.await.map_err(text)?, "Success.")?;
        equal(ids(&self.read_events(false).await?), list("KEPT_EVENTS"))
    }

    async fn check_release(&self) -> Result<()> {
        let creation = ReleaseCreation {
            projects: Some(vec![ProjectReference::String(self.project.clone())]),
            commits: Some(vec![CommitCreation::new("8b2f6a1c0d3e4f5061728394a5b6c7d8e9f0a1b2".to_owned())]),
            ..ReleaseCreation::new("shop@1.0.0".to_owned())
        };
        let created = create_release(&self.configuration, &self.organization, creation).await.map_err(text)?;
        equal(created.commit_count, 1)?;
        let body = ReleaseUpdate { r#ref: Some(Some("main".to_owned())), ..ReleaseUpdate::new() };
        equal(json(&body), r#"{"ref":"main"}"#)?;
        let updated = update_release(&self.configuration, &self.organization, "shop@1.0.0", Some(body));
        equal(updated.await.map_err(text)?.commit_count, 1)
    }

    async fn check_errors(&self) -> Result<()> {
        let missing = list_project_events(
            &self.configuration,
            &self.organization,
            "no-such-project",
            None,
            None,
            None,
            None,
            None,
            None,
            None,
        )
        .await;
        let Err(Error::ResponseError(reply)) = missing else {
            return Err("a project that does not exist has events".to_owned());
        };
        equal(reply.status.as_u16(), 404)?;
        // The variants of an error are tried in order, and the body of a 404 has the form of a 400 too; the status tells them apart.
        match reply.entity {
            Some(ListProjectEventsError::Status400(body) | ListProjectEventsError::Status404(body)) => {
                equal(body.detail.is_empty(), false)?;
            }
            other => return Err(format!("{other:?} is not the body of an error")),
        }
        let invalid = self.update(ProjectUpdate { name: Some(String::new()), ..ProjectUpdate::new() }).await;
        let Err(Error::ResponseError(reply)) = invalid else {
            return Err("an empty name is accepted".to_owned());
        };
        equal(reply.status.as_u16(), 400)?;
        match reply.entity {
            Some(UpdateProjectError::Status400(BadRequestBody::FieldErrors(_))) => (),
            other => return Err(format!("{other:?} is not the body of a 400")),
        }
        // The generated record has no additional fields; the body does.
        let body: serde_json::Value = serde_json::from_str(&reply.content).map_err(text)?;
        equal(json(&body["name"]), r#"["This field may not be blank."]"#)
    }
}

fn ids(events: &[Event]) -> Vec<String> {
    events.iter().map(|event| event.event_id.clone()).collect()
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("a record is JSON")
}

fn text(error: impl Debug) -> String {
    format!("{error:?}")
}

fn equal<Actual: PartialEq<Expected> + Debug, Expected: Debug>(actual: Actual, expected: Expected) -> Result<()> {
    require(actual == expected, || format!("{actual:?} is not {expected:?}"))
}

fn require(holds: bool, message: impl FnOnce() -> String) -> Result<()> {
    if holds {
        Ok(())
    } else {
        Err(message())
    }
}

fn list(name: &str) -> Vec<String> {
    variable(name).split(',').map(str::to_owned).collect()
}

fn variable(name: &str) -> String {
    std::env::var(format!("CULPRIT_{name}")).unwrap_or_else(|_| panic!("CULPRIT_{name} is not set"))
}
