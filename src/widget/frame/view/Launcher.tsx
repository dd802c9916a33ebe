import { Component, type RefObject } from "react";
import { Icon } from "./Icon.tsx";

interface LauncherProps {
  buttonRef: RefObject<HTMLButtonElement | null>;
  /** The address of the owner's icon. The built-in icon is shown if it is empty or does not load. */
  address: string;
  label: string;
  onClick(): void;
}

/** The round button, for pages without a loader. */
export class Launcher extends Component<LauncherProps, { broken: string }> {
  override state = { broken: "" };

  override render() {
    const { buttonRef, address, label, onClick } = this.props;
    return (
      <button ref={buttonRef} type="button" className="launcher" aria-label={label} onClick={onClick}>
        {address !== "" && address !== this.state.broken ? (
          <img src={address} alt="" referrerPolicy="no-referrer" onError={() => this.setState({ broken: address })} />
        ) : (
          <Icon name="chat" />
        )}
      </button>
    );
  }
}
