import { Component, type ReactNode } from 'react';
import { ErrorNotice } from './feedback';

interface BoundaryProps {
  /** The address of the shown page: at another one, the parts are tried again. */
  readonly address?: string;
  readonly children: ReactNode;
}

/** Shows an error of a part of the page in its place. The rest of the page stays as it is. */
export class ErrorBoundary extends Component<BoundaryProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error };
  }

  override componentDidUpdate({ address }: BoundaryProps): void {
    if (address !== this.props.address && this.state.error !== null) this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div className="page">
        <ErrorNotice error={error} onRetry={() => location.reload()} />
      </div>
    );
  }
}
