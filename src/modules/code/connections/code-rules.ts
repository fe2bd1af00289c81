/** What pull requests and commits do to the tasks that they close; null: nothing. */
export interface CodeRules {
  /** Of a pull request that is opened, as a draft too. */
  readonly onOpen: string | null;
  /** Of one that is ready and has a reviewer asked. */
  readonly onReview: string | null;
  /** Of one that is merged into one of `branches`, and of a commit that is pushed there. */
  readonly onMerge: string | null;
  /** Names, patterns with one `*`, or `default`, the repository's. */
  readonly branches: readonly string[];
}

export const DEFAULT_RULES: CodeRules = {
  onOpen: 'In Progress',
  onReview: 'In Review',
  onMerge: 'Done',
  branches: ['default'],
};
