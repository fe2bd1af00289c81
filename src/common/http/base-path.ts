/** Every path of the API stands below it. */
export const BASE_PATH = 'api';
