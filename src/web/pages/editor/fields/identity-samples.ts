/** Sample code for the owner's server, which vouches for a visitor (docs/protocol.md "Identity"). A test runs each sample. */

export const SAMPLE_LANGUAGES = ["node", "php", "python"] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

const NODE = `import { createHmac } from "node:crypto";

// user: who is signed in on your site
export function identityFor(user) {
  const id = String(user.id);
  const name = user.name ?? "";
  const email = user.email ?? "";
  const expires = Math.floor(Date.now() / 1000) + 24 * 3600;
  const signed = ["CHAT_ID", id, name, email, expires];
  const hmac = createHmac("sha256", process.env.CHAT_IDENTIFY_SECRET);
  const hash = hmac.update(signed.join("\\n")).digest("hex");
  return { id, name, email, expires, hash };
}`;

const PHP = `<?php
// $user: who is signed in on your site
function identity_for(array $user): array {
  $id = (string) $user["id"];
  $name = $user["name"] ?? "";
  $email = $user["email"] ?? "";
  $expires = time() + 24 * 3600;
  $signed = implode("\\n", ["CHAT_ID", $id, $name, $email, $expires]);
  $hash = hash_hmac("sha256", $signed, getenv("CHAT_IDENTIFY_SECRET"));
  return compact("id", "name", "email", "expires", "hash");
}`;

const PYTHON = `import hashlib, hmac, os, time

# user: who is signed in on your site
def identity_for(user):
    id = str(user["id"])
    name = user.get("name") or ""
    email = user.get("email") or ""
    expires = int(time.time()) + 24 * 3600
    fields = ["CHAT_ID", id, name, email, str(expires)]
    signed = "\\n".join(fields).encode()
    key = os.environ["CHAT_IDENTIFY_SECRET"].encode()
    hash = hmac.new(key, signed, hashlib.sha256).hexdigest()
    return {"id": id, "name": name, "email": email,
            "expires": expires, "hash": hash}`;

const SAMPLES: Record<SampleLanguage, string> = { node: NODE, php: PHP, python: PYTHON };

/** The sample with the agent's id. Ids have only letters and digits; another character could end the string that contains it. */
export function identitySample(language: SampleLanguage, chatId: string): string {
  return SAMPLES[language].replace("CHAT_ID", chatId.replace(/[^A-Za-z0-9_-]/g, ""));
}

/** Sample code for the page, which passes on what the server's function returned. */
export const PAGE_SAMPLE = `<script>
  window.sapa = window.sapa || function () {
    (sapa.q = sapa.q || []).push(arguments);
  };
  sapa("identify", IDENTITY_FROM_YOUR_SERVER);
</script>`;
