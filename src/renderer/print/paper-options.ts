import type { LabelSize } from '../../shared/areas/labels/rules.ts'
import { fitsOn } from '../../shared/areas/labels/rules.ts'
import type { Paper } from '../../shared/bridge.ts'

export interface PaperOption {
  /** Empty: the label's own size. */
  value: string
  size: LabelSize
  /** As the printer calls it. */
  name: string
  /** Why it cannot be chosen, or why the choice that was kept no longer holds. */
  problem: 'too-small' | 'gone' | null
}

export function sizeKey({ widthMm, heightMm }: LabelSize): string {
  return `${widthMm}x${heightMm}`
}

/**
 * What may lie in the printer for a label: its own size first, larger papers from small to large, then those that are too
 * small. A printer without names takes any size. A paper that was kept and is gone stays in the list, so that none takes its place unseen.
 */
export function paperOptions(label: LabelSize, papers: readonly Paper[], chosen: LabelSize | undefined): PaperOption[] {
  const same = papers.find((paper) => isSame(label, paper))
  const own: PaperOption = {
    value: '',
    size: label,
    name: same?.name ?? '',
    problem: papers.length > 0 && same === undefined ? 'gone' : null,
  }
  const others = bySize(papers.filter((paper) => !isSame(label, paper)))
  const [fitting, small] = [
    others.filter((paper) => fitsOn(label, paper)),
    others.filter((paper) => !fitsOn(label, paper)),
  ]
  const options = [
    own,
    ...fitting.map((paper) => optionOf(paper, null)),
    ...small.map((paper) => optionOf(paper, 'too-small')),
  ]
  if (chosen === undefined || options.some(({ value }) => value === sizeKey(chosen))) return options
  if (isSame(label, chosen)) return options
  return [
    ...options,
    { value: sizeKey(chosen), size: chosen, name: '', problem: fitsOn(label, chosen) ? 'gone' : 'too-small' },
  ]
}

/** The option that a kept choice stands for. */
export function chosenOption(
  label: LabelSize,
  options: readonly PaperOption[],
  chosen: LabelSize | undefined,
): PaperOption | undefined {
  const value = chosen === undefined || isSame(label, chosen) ? '' : sizeKey(chosen)
  return options.find((option) => option.value === value)
}

function optionOf(paper: Paper, problem: PaperOption['problem']): PaperOption {
  const { widthMm, heightMm, name } = paper
  return { value: sizeKey(paper), size: { widthMm, heightMm }, name, problem }
}

/** One of each size: a size is what is kept and asked for, whatever its driver calls it. */
function bySize(papers: readonly Paper[]): Paper[] {
  const bySizes = new Map(papers.map((paper) => [sizeKey(paper), paper]).toReversed() as [string, Paper][])
  return [...bySizes.values()].sort((a, b) => a.widthMm * a.heightMm - b.widthMm * b.heightMm)
}

function isSame(a: LabelSize, b: LabelSize): boolean {
  return fitsOn(a, b) && fitsOn(b, a)
}
