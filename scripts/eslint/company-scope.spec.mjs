import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { companyScope } from './company-scope.mjs';

const tester = new RuleTester({
  languageOptions: {
    parser: tseslint.parser,
    parserOptions: { projectService: { allowDefaultProject: ['*.ts'] }, tsconfigRootDir: import.meta.dirname },
  },
});

const declarations = `
  declare abstract class CompanyScopedEntity { id: string; companyId: string; }
  declare class Label extends CompanyScopedEntity { name: string; }
  declare class SubLabel extends Label {}
  declare class Company { id: string; }
  declare class Repository<T> { find(): T[]; }
  declare class CompanyScopedRepository<T> { find(): T[]; }
  declare class SelectQueryBuilder { from(entity: unknown): this; where(sql: string): this; }
  declare class EntityManager {
    getRepository<T>(entity: new () => T): Repository<T>;
    save(...entities: unknown[]): void;
    query(sql: string, values: unknown[]): void;
    createQueryBuilder(): SelectQueryBuilder;
  }
  declare class DataSource extends EntityManager { manager: EntityManager; }
  declare function InjectRepository(entity: unknown): ParameterDecorator;
  declare const manager: EntityManager;
  declare const dataSource: DataSource;
  declare const label: Label;
`;
const unscoped = (code) => ({ code: declarations + code, filename: 'example.ts', errors: [{ messageId: 'unscoped' }] });

tester.run('company-scope', companyScope, {
  valid: [
    `manager.getRepository(Company);`,
    `manager.query('SELECT 1 FROM labels WHERE company_id = $1', [label.companyId]);`,
    `manager.createQueryBuilder().from(Company);`,
    `class Companies { constructor(@InjectRepository(Company) private readonly companies: Repository<Company>) {} }`,
    `class Labels { constructor(private readonly labels: CompanyScopedRepository<Label>) {} }`,
    `const labels = new Set<Label>(); labels.delete(label);`,
  ].map((code) => ({ code: declarations + code, filename: 'example.ts' })),
  invalid: [
    unscoped(`manager.getRepository(Label);`),
    unscoped(`dataSource.getRepository(SubLabel);`),
    unscoped(`dataSource.manager.save(label);`),
    unscoped(`manager.save([label]);`),
    unscoped(`manager.save(Label, { name: 'new' });`),
    unscoped(`manager.createQueryBuilder().from(Label);`),
    unscoped(`class Labels { constructor(@InjectRepository(Label) private readonly labels: unknown) {} }`),
    unscoped(`class Labels { constructor(private readonly labels: Repository<Label>) {} }`),
    unscoped(`function save<T extends Label>(row: T) { manager.save(row); }`),
  ],
});
