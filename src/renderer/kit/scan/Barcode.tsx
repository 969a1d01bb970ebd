/** The mark of a place that scans. */
export function Barcode({ size = 20 }: { size?: number }) {
  return (
    <svg className="scan-mark" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path
        d="M2 4h2v12H2zM5.5 4h1v12h-1zM8 4h2v12H8zM11.5 4h1v12h-1zM14 4h1v12h-1zM16 4h2v12h-2z"
        fill="currentColor"
      />
    </svg>
  )
}
