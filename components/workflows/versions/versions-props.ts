export interface VersionsProps {
  workflowId: string;
  onRestored: () => void;
  /** Why nothing can be restored now. */
  disabledReason?: string | undefined;
}
