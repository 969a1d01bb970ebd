/** Indigo cloth with its finished edge: white ground and one red thread. */
export function Mark({ size = 22 }: { size?: number }) {
  return <img className="mark" src="/icon.svg" width={size} height={size} alt="" />
}
