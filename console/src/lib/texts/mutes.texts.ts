export const mutes = {
  mute: 'Mute colleagues',
  unmute: 'Unmute',
};
