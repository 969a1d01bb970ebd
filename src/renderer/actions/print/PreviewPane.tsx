import { Button, Spinner } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LABEL_SIZES, type LabelKind } from '../../../shared/domain/labels.ts'
import { FailedState } from '../../kit/states.tsx'
import { useSay } from '../say.ts'
import { LabelPage } from './LabelPage.tsx'
import type { LabelPreview } from './useLabelPreview.ts'

/** The labels as they will be on paper, one at a time, in true size. */
export function PreviewPane({ preview: { pdf, error }, kind }: { preview: LabelPreview; kind: LabelKind }) {
  const { t } = useTranslation()
  const say = useSay()
  const [page, setPage] = useState(1)
  const [isLarge, setLarge] = useState(false)
  const [size, setSize] = useState(LABEL_SIZES[kind])
  const count = pdf?.numPages ?? 0
  return (
    <div className="preview">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="preview-paper" tabIndex={0} aria-label={t('Preview')}>
        {error ? <FailedState title={t('The labels could not be made')} text={say.problem(error)} /> : null}
        {!error && !pdf ? <Spinner size={28} aria-label={t('Loading')} /> : null}
        {pdf ? <LabelPage pdf={pdf} page={Math.min(page, count)} zoom={isLarge ? 2 : 1} onSize={setSize} /> : null}
      </section>
      <div className="preview-bar">
        <Button
          variant="minimal"
          size="small"
          icon={<ChevronLeft />}
          aria-label={t('Previous label')}
          disabled={page <= 1}
          onClick={() => setPage(page - 1)}
        />
        <span aria-live="polite">{count ? t('{{page}} of {{count}}', { page, count }) : '–'}</span>
        <Button
          variant="minimal"
          size="small"
          icon={<ChevronRight />}
          aria-label={t('Next label')}
          disabled={page >= count}
          onClick={() => setPage(page + 1)}
        />
        <span className="preview-size muted">
          {t('{{width}} × {{height}} mm', { width: size.widthMm, height: size.heightMm })} ·{' '}
          {isLarge ? t('Twice its size') : t('True size')}
        </span>
        <Button
          variant="minimal"
          size="small"
          icon={isLarge ? <ZoomOut /> : <ZoomIn />}
          aria-label={isLarge ? t('True size') : t('Twice its size')}
          onClick={() => setLarge(!isLarge)}
        />
      </div>
    </div>
  )
}
