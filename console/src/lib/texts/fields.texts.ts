/** The values of the company's own fields. */
export const fields = {
  more: 'More fields',
  moreOfTask: 'More',
  yes: 'Yes',
  no: 'No',
};
