import { Component, type ReactNode } from "react";
import { forgetFailures } from "./deferred.tsx";

interface FailureBoundaryProps {
  /** A change of path tries again. */
  path: string;
  /** Whether a frame is around it, which has the page's `main`. */
  isFramed?: true;
  children: ReactNode;
}

interface FailureBoundaryState {
  path: string;
  failed: boolean;
}

/**
 * Shown instead of a screen that could not be loaded, for example when the network failed, or that
 * could not be rendered. It needs no stylesheet, because the stylesheet itself may be missing.
 */
export class FailureBoundary extends Component<FailureBoundaryProps, FailureBoundaryState> {
  override state = { path: this.props.path, failed: false };

  static getDerivedStateFromProps({ path }: FailureBoundaryProps, state: FailureBoundaryState) {
    return path === state.path ? null : { path, failed: false };
  }

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    forgetFailures();
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const Panel = this.props.isFramed ? "div" : "main";
    return (
      <Panel className="state-panel">
        <h1 className="state-title">This page could not be loaded</h1>
        <p>Check your connection, then load the page again. Nothing you saved is lost.</p>
        <button type="button" className="button is-primary" onClick={() => location.reload()}>
          Load Again
        </button>
      </Panel>
    );
  }
}
