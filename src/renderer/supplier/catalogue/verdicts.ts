import type { CatalogueRow } from '../../../shared/areas/catalogue/calls.ts'
import type { CatalogueStatus } from '../../../shared/areas/catalogue/statuses.ts'
import type { CallData } from '../../actions/calls.ts'
import { api } from '../../api/client.ts'
import type { ListedScan } from '../../scan/scan-queue.ts'
import { scanStation } from '../../scan/scan-station.ts'

type ServerResult = CallData<'catalogue.updateVendorCatalogue'>['results'][number]

/** What a verdict came to; its code is the style's. */
export interface VerdictResult {
  scan_id: string | null
  code: string
  outcome: ServerResult['outcome']
  message: string
  values: ServerResult['values']
  status: CatalogueStatus | null
  /** Of the style after it; none in what was kept before this was. */
  version?: number | null
}

/** What a verdict asks for, as the queue keeps it. */
export interface Verdict {
  to: CatalogueStatus
  remark: string | null
}

export const verdictText = ({ to, remark }: Verdict): string => JSON.stringify([to, remark])

export function readVerdict(action: string): Verdict {
  const [to, remark] = JSON.parse(action) as [CatalogueStatus, string | null]
  return { to, remark }
}

/** Verdicts on their way, of one user on one server: they outlive the page and a lost connection. */
export const verdictQueue = scanStation<VerdictResult>({
  name: 'catalogue',
  async send(batch, options) {
    const [first] = batch
    if (!first) return []
    const verdict = first.takesBack === null ? readVerdict(first.action) : null
    const { data } = await api.catalogue.updateVendorCatalogue(
      {
        catalogue_ids: batch.map(({ code }) => code),
        verdict_ids: batch.map(({ scan_id }) => scan_id),
        mode: 'each',
        ...(verdict && { to: verdict.to, ...(verdict.remark && { remark: verdict.remark }) }),
        // Why one's own last press is taken back is plain.
        ...(first.takesBack && { back: true, takes_back: first.takesBack, remark: 'Undone at once' }),
      },
      options,
    )
    return data.results.map(({ catalogue_id, ...result }, at) => ({
      ...result,
      ...{ code: catalogue_id, scan_id: batch[at]?.scan_id ?? null },
    }))
  },
  taken: ['changed'],
  none: { status: null, version: null },
})

/** How a style stands after what was judged here, before the list is read again. */
export interface Judged {
  status: CatalogueStatus
  /** Why the verdict was refused; the style then stands where it stood. */
  refused: VerdictResult | null
  /** Of the style after it; null while nobody knows. */
  version: number | null
  isWaiting: boolean
}

/** By style, the newest verdict that stands; `listed` is newest first. */
export function judgedOf(listed: readonly ListedScan<VerdictResult>[]): ReadonlyMap<string, Judged> {
  const judged = new Map<string, Judged>()
  for (const { record, undo } of listed.toReversed()) {
    const { result, code } = record
    const isBack = undo !== null && undo.result?.outcome !== 'refused'
    if (isBack) judged.delete(code)
    else if (result?.outcome === 'refused')
      judged.set(code, {
        status: readVerdict(record.action).to,
        refused: result,
        version: result.version ?? null,
        isWaiting: false,
      })
    else
      judged.set(code, {
        ...{ status: readVerdict(record.action).to, refused: null, version: result?.version ?? null },
        isWaiting: result === null,
      })
  }
  return judged
}

/** A verdict as long as it says more than the row: what the list has taken up, and what others moved since, is past. */
export function standing(row: Pick<CatalogueRow, 'version'>, judged: Judged | undefined): Judged | undefined {
  if (!judged || judged.version === null) return judged
  const isPast = judged.refused ? row.version > judged.version : row.version >= judged.version
  return isPast ? undefined : judged
}

/** Where a style stands now, as far as this page knows. */
export function statusNow(row: CatalogueRow, judged: Judged | undefined): CatalogueStatus | null {
  const now = standing(row, judged)
  return now && !now.refused ? now.status : row.status
}
