import { createReadStream } from 'node:fs';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { AfterErasure, DeclaresNamingTables, type ErasedUser, type NamingTable } from '#modules/users/user.hooks.js';
import { ImportFiles } from './import-files.js';
import { ImportFilesRepository } from './import-files.repository.js';

/** What imports keep of people who are erased: names in reports and mappings, and whole files. */
@Injectable()
export class ErasedImports {
  constructor(
    private readonly imports: ImportFilesRepository,
    private readonly files: ImportFiles,
  ) {}

  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    const made = { type: 'json', hand: 'made' } as const;
    return [{ table: 'imports', columns: { report: made, mapping: made, error: { type: 'text', hand: 'made' } } }];
  }

  /** @throws Error while an import whose file names the person is under way: the erasure goes on after it */
  @AfterErasure()
  async forget(context: RequestContext, user: ErasedUser): Promise<void> {
    for (const { id, source, state } of await this.imports.findWithFile(context)) {
      const owner = { companyId: context.companyId, id };
      // What an archive holds is packed, and names everybody.
      if (source !== 'archive' && !(await this.isNamed(this.files.readFile(owner).path, user))) continue;
      if (AT_WORK.has(state)) throw new Error(`the import ${id}, whose file names the person, is under way`);
      if (await this.imports.letGoOf(context, id, state)) {
        await this.files.remove(owner);
      }
    }
  }

  /** Whether the file has name or e-mail in it, in whatever way texts are written in files. */
  private async isNamed(path: string, { name, email }: ErasedUser): Promise<boolean> {
    const searched = [name, email].flatMap(spellings);
    const longest = Math.max(...searched.map((item) => item.length));
    let rest = '';
    try {
      for await (const chunk of createReadStream(path, { encoding: 'latin1' }) as AsyncIterable<string>) {
        const text = rest + chunk.toLowerCase();
        if (searched.some((item) => text.includes(item))) return true;
        rest = text.slice(-longest);
      }
      return false;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }
}

const AT_WORK: ReadonlySet<string> = new Set(['checking', 'running', 'stopping', 'undoing']);

/** The bytes of a text in the encodings that imports read, and in JSON of ASCII alone, as lower-case latin1. */
function spellings(text: string): string[] {
  const big = Buffer.from(text, 'utf16le').swap16();
  const escaped = text.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const all = [Buffer.from(text), Buffer.from(text, 'utf16le'), big, Buffer.from(text, 'latin1'), Buffer.from(escaped)];
  return [...new Set(all.map((bytes) => bytes.toString('latin1').toLowerCase()))];
}
