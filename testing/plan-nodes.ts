/** A node in the output of `EXPLAIN (FORMAT JSON)`: the fields that tests read. The actual values require `ANALYZE`. */
export interface PlanNode {
  'Node Type': string;
  'Subplan Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Returns the node and all nodes below it. Empty if there is no node. */
export function planNodes(node: PlanNode | undefined): PlanNode[] {
  return node ? [node, ...(node.Plans ?? []).flatMap(planNodes)] : [];
}
