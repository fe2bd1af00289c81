export const descriptionHistory = {
  title: 'History of the description',
  versions: 'Versions',
  present: 'Present',
  restore: 'Restore',
  restored: 'The description is as it was then',
  someone: 'Someone',
  empty: 'No text',
  first: 'The first text',
  changes: 'What changed',
  added: 'Added',
  removed: 'Removed',
};
