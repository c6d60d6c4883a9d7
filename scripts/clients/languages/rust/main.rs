//! Serves the five operations with the Rust client of openapi-generator: a line of input is a request as JSON, and a line
//! of output its reply (scripts/clients/check.ts).
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use culprit_client::apis::configuration::Configuration;
use culprit_client::apis::events_api::{get_source_map_debug, list_project_events};
use culprit_client::apis::issues_api::remove_issues;
use culprit_client::apis::projects_api::update_project;
use culprit_client::apis::teams_api::list_team_projects;
use culprit_client::apis::Error;
use culprit_client::models::ProjectUpdate;
use http::Extensions;
use reqwest::{Method, Request, Response};
use reqwest_middleware::{ClientBuilder, Middleware, Next};
use serde_json::{json, Value};

/// Keeps the `Link` header of the last reply, which the generated functions do not return, and refuses to remove issues
/// without an id: they send no id for an empty list, and the request would remove the first 1000 issues.
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

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let requests = Requests::default();
    let configuration = Configuration {
        base_path: variable("URL"),
        bearer_access_token: Some(variable("TOKEN")),
        client: ClientBuilder::new(reqwest::Client::new()).with(requests.clone()).build(),
        ..Configuration::default()
    };
    for line in std::io::stdin().lines() {
        let input: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        let mut reply = call(&configuration, &input).await.unwrap_or_else(|failure| failure);
        reply["link"] = requests.link.lock().expect("no holder of the lock fails").as_str().into();
        println!("{reply}");
    }
}

/// Returns the reply of an operation, or as an error the reply that says why there is none.
async fn call(client: &Configuration, input: &Value) -> Result<Value, Value> {
    let (organization, project) = (&variable("ORGANIZATION"), &variable("PROJECT"));
    let per_page = Some(variable("PER_PAGE").parse().expect("a number"));
    let cursor = input["cursor"].as_str();
    let text = |name: &str| input[name].as_str().expect("a text");
    let number = |name: &str| input[name].as_i64().expect("a number") as i32;
    match text("operation") {
        "updateProject" => {
            let body: ProjectUpdate = serde_json::from_value(input["body"].clone()).expect("an update");
            let updated = update_project(client, organization, project, Some(body)).await.map_err(failure)?;
            Ok(json!({ "data": updated }))
        }
        "listTeamProjects" => {
            let page = list_team_projects(client, organization, &variable("TEAM"), cursor, per_page).await;
            let slugs: Vec<String> = page.map_err(failure)?.into_iter().map(|project| project.slug).collect();
            Ok(json!({ "ids": slugs }))
        }
        "listProjectEvents" => {
            let (slug, full) = (text("project"), input["full"].as_bool());
            let page = list_project_events(client, organization, slug, full, None, None, None, None, cursor, per_page);
            let events = page.await.map_err(failure)?;
            let ids: Vec<&str> = events.iter().map(|event| event.event_id.as_str()).collect();
            Ok(json!({ "ids": ids, "data": events }))
        }
        "removeIssues" => {
            let ids = serde_json::from_value(input["ids"].clone()).expect("numbers");
            Ok(json!({ "data": remove_issues(client, organization, project, Some(ids)).await.map_err(failure)? }))
        }
        _ => {
            let (event, frame, exception) = (text("event"), number("frame"), number("exception"));
            let reasons = get_source_map_debug(client, organization, project, event, frame, exception).await;
            Ok(json!({ "data": reasons.map_err(failure)? }))
        }
    }
}

/// The variants of a typed body are tried in order, and the record of a 400 has no additional fields: the text has them.
fn failure<Body: Debug>(error: Error<Body>) -> Value {
    match error {
        Error::ResponseError(reply) if reply.entity.is_some() => {
            let data: Value = serde_json::from_str(&reply.content).expect("JSON");
            json!({ "status": reply.status.as_u16(), "data": data })
        }
        other => json!({ "error": format!("{other:?}") }),
    }
}

fn variable(name: &str) -> String {
    std::env::var(format!("CULPRIT_{name}")).unwrap_or_else(|_| panic!("CULPRIT_{name} is not set"))
}
