export interface VersionsProps {
  workflowId: string;
  onRestored: () => void;
  /** Why no version can be restored now. */
  disabledReason?: string | undefined;
}
