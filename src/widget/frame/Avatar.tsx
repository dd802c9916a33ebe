import { Component } from "react";

/** The agent's face, or its initial on the accent colour where there is none or it does not load. */
export class Avatar extends Component<{ address?: string; name: string }, { broken?: string }> {
  override state: { broken?: string } = {};

  private readonly giveUp = () => this.setState({ broken: this.props.address });

  /** The server's picture may have failed before this script could hear of it. */
  private readonly lookAt = (image: HTMLImageElement | null) => {
    if (image?.complete && !image.naturalWidth) this.giveUp();
  };

  override render() {
    const { address, name } = this.props;
    return (
      <span className="avatar" aria-hidden="true">
        {address && address !== this.state.broken ? (
          <img ref={this.lookAt} src={address} alt="" referrerPolicy="no-referrer" onError={this.giveUp} />
        ) : (
          ([...name.trim()][0] ?? "•").toUpperCase()
        )}
      </span>
    );
  }
}
