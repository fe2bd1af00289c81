import { operationId } from './operation-id.js';

it.each([
  ['LabelsController', 'findAll', 'listLabels'],
  ['LabelsController', 'findOne', 'getLabel'],
  ['LabelsController', 'create', 'createLabel'],
  ['LabelsController', 'remove', 'deleteLabel'],
  ['CompaniesController', 'update', 'updateCompany'],
  ['SprintsController', 'start', 'startSprint'],
])('names %s.%s %s', (controller, method, id) => {
  expect(operationId(controller, method)).toBe(id);
});
