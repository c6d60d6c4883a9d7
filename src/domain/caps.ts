/**
 * Limits of a project's rows that its events create. Anybody who knows a DSN can send events. Names beyond a limit are
 * stored in the event only (openapi/DECISIONS.md, "Caps of projects").
 */
export interface ProjectCaps {
  /** Environments that the project lists. Deploys add theirs beyond. */
  readonly environments: number;
  /** Releases that belong to the project. Releases created over the API are added beyond this number. */
  readonly releases: number;
  /** Keys of tags by which issues are found. */
  readonly tagKeys: number;
  /** Issues that events open in an hour of the clock. Further events that would open one are refused. */
  readonly newIssuesPerHour: number;
}

export const DEFAULT_CAPS: ProjectCaps = Object.freeze({
  environments: 500,
  releases: 10_000,
  tagKeys: 1_000,
  newIssuesPerHour: 10_000,
});

/** The platforms of events that SDKs send. Others become `other`. */
const EVENT_PLATFORMS: ReadonlySet<string> = new Set(
  `android apple as3 bun c cfml clojure cocoa crystal csharp dart deno dotnet electron elixir erlang flutter fsharp gdscript go godot
  groovy haskell java javascript julia kotlin lua nim node native nintendo-switch objc ocaml other perl php playstation powershell
  python r react-native ruby rust scala swift unity unreal vb visionos wasm xbox zig`.split(/\s+/),
);

/** True if a platform of events is known: then projects list it. */
export function isEventPlatform(platform: string): boolean {
  return EVENT_PLATFORMS.has(platform);
}
