import { useState } from "react";
import { isColour } from "../../contract/agent.ts";
import { readableOn } from "../colour.ts";

interface AgentFaceProps {
  name: string;
  colour: string;
  image: string;
  size?: number;
}

/** An agent's picture, or its first letter on its colour when it has no picture or the picture does not load. */
export function AgentFace({ name, colour, image, size = 44 }: AgentFaceProps) {
  const [broken, setBroken] = useState("");
  const box = { width: size, height: size };
  if (image !== "" && broken !== image) {
    return (
      <img
        src={image}
        alt=""
        style={box}
        referrerPolicy="no-referrer"
        className="shrink-0 rounded-full border border-base-300 object-cover"
        onError={() => setBroken(image)}
      />
    );
  }
  const background = isColour(colour) ? colour : "#6366F1";
  return (
    <span
      aria-hidden="true"
      className="grid shrink-0 place-items-center rounded-full border border-base-content/15 font-bold uppercase"
      style={{ ...box, background, color: readableOn(background), fontSize: size * 0.4 }}
    >
      {Array.from(name)[0]}
    </span>
  );
}
