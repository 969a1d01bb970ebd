import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They take more than ten seconds each: begun last, one would run beside an idle core. On a fresh machine no cache knows that. */
const long = [
  'hostile-input',
  'upload-crash',
  'database-crash',
  'qc-crash',
  'database-lock',
  'qc-moves.property',
  'database-disk',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at < 0 ? long.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
