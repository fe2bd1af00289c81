/** Whether no operator has deactivated the company with this id. */
export function isActiveCompany(id: string): string {
  return `EXISTS (SELECT 1 FROM companies company WHERE company.id = ${id} AND company.active)`;
}
