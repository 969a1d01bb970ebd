import { Button, Spinner } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PRINT_SIZES, type PrintKind } from '../../../shared/domain/printing.ts'
import { FailedState } from '../../kit/states.tsx'
import { useSay } from '../say.ts'
import { PreviewPage } from './PreviewPage.tsx'
import { previewZooms, printWords } from './print-kinds.ts'
import type { PrintPreview } from './usePrintPreview.ts'

/** The labels or pages as they will be on paper, one at a time. */
export function PreviewPane({ preview: { pdf, error }, kind }: { preview: PrintPreview; kind: PrintKind }) {
  const { t } = useTranslation()
  const say = useSay()
  const [page, setPage] = useState(1)
  const [isLarge, setLarge] = useState(false)
  const [size, setSize] = useState(PRINT_SIZES[kind])
  const words = printWords(kind)
  const [small, large] = previewZooms(kind)
  const [zoom, other] = isLarge ? [large, small] : [small, large]
  const count = pdf?.numPages ?? 0
  return (
    <div className="preview">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="preview-paper" tabIndex={0} aria-label={t('Preview')}>
        {error ? <FailedState title={t(words.failed)} text={say.problem(error)} /> : null}
        {!error && !pdf ? <Spinner size={28} aria-label={t('Loading')} /> : null}
        {pdf ? (
          <PreviewPage pdf={pdf} page={Math.min(page, count)} zoom={zoom.zoom} words={words.place} onSize={setSize} />
        ) : null}
      </section>
      <div className="preview-bar">
        <Button
          variant="minimal"
          size="small"
          icon={<ChevronLeft />}
          aria-label={t(words.previous)}
          disabled={page <= 1}
          onClick={() => setPage(page - 1)}
        />
        <span aria-live="polite">{count ? t(words.shown, { page, count }) : '–'}</span>
        <Button
          variant="minimal"
          size="small"
          icon={<ChevronRight />}
          aria-label={t(words.next)}
          disabled={page >= count}
          onClick={() => setPage(page + 1)}
        />
        <span className="preview-size muted">
          {t('{{width}} × {{height}} mm', { width: size.widthMm, height: size.heightMm })} · {t(zoom.name)}
        </span>
        <Button
          variant="minimal"
          size="small"
          icon={isLarge ? <ZoomOut /> : <ZoomIn />}
          aria-label={t(other.name)}
          onClick={() => setLarge(!isLarge)}
        />
      </div>
    </div>
  )
}
