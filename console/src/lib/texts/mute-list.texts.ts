export const muteList = {
  muted: 'Colleagues that say nothing of it',
  by: (name: string) => `Colleagues muted by ${name}`,
  notUseful: (rule: string) => `${rule} muted: three people called it not useful`,
  untilStatus: ' until the status changes',
  until: (moment: string) => ` until ${moment}`,
};
