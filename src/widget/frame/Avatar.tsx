import { Component } from "react";

/** The agent's face, or its initial on the accent colour where there is none or it does not load. */
export class Avatar extends Component<{ address?: string; name: string }, { broken: string }> {
  override state = { broken: "" };

  override render() {
    const { address, name } = this.props;
    const isShown = address && address !== this.state.broken;
    return (
      <span className="avatar" aria-hidden="true">
        {isShown ? (
          <img src={address} alt="" referrerPolicy="no-referrer" onError={() => this.setState({ broken: address })} />
        ) : (
          ([...name.trim()][0] ?? "•").toUpperCase()
        )}
      </span>
    );
  }
}
