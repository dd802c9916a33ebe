import { Component } from "react";

/** The agent's picture, or its initial on the accent colour if it has no picture or the picture does not load. */
export class Avatar extends Component<{ address?: string; name: string }, { broken?: string }> {
  override state: { broken?: string } = {};

  private readonly giveUp = () => this.setState({ broken: this.props.address });

  /** The picture in the server's HTML may have failed to load before this script could listen for the error. */
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
