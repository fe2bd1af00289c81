/** Apart from the words of views: the first screen shows favorites, and no more of views. */
export const favorites = {
  title: 'Favorites',
  add: 'Add to favorites',
  remove: 'Remove from favorites',
  moveUp: 'Move up',
  moveDown: 'Move down',
  moved: (name: string, position: number, of: number) => `${name} moved to position ${position} of ${of}`,
} as const;
