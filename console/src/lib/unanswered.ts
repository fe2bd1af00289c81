let changes = 0;

/** Counts a change that is shown and not answered yet. */
export const noteShown = (): unknown => (changes += 1);

/** The service has answered one of them. */
export const noteAnswered = (): unknown => (changes -= 1);

/** Whether changes are shown that the service has not answered yet: what is read meanwhile may show the state before them. */
export const isUnanswered = (): boolean => changes > 0;
