import { Component, createRef } from "react";
import { Icon } from "./Icon.tsx";

interface LauncherProps {
  /** The owner's icon; the drawn one serves where it is empty or does not load. */
  address: string;
  label: string;
  onClick(): void;
}

/** The round button of a page that no loader drew one for. */
export class Launcher extends Component<LauncherProps, { broken: string }> {
  override state = { broken: "" };
  private readonly button = createRef<HTMLButtonElement>();

  focus() {
    this.button.current?.focus();
  }

  override render() {
    const { address, label, onClick } = this.props;
    return (
      <button ref={this.button} type="button" className="launcher" aria-label={label} onClick={onClick}>
        {address !== "" && address !== this.state.broken ? (
          <img src={address} alt="" referrerPolicy="no-referrer" onError={() => this.setState({ broken: address })} />
        ) : (
          <Icon name="chat" />
        )}
      </button>
    );
  }
}
