/** Where the selection goes from `index` by an arrow key in a grid, or null for another key. */
export function moveInGrid(
  key: string,
  index: number,
  count: number,
  columns: number,
): number | null {
  const inside = (next: number) => Math.max(0, Math.min(count - 1, next))
  switch (key) {
    case 'ArrowRight':
      return inside(index + 1)
    case 'ArrowLeft':
      return inside(index - 1)
    case 'ArrowDown':
      // From the row before the last one that is not full: to its last card.
      return inside(index + columns)
    case 'ArrowUp':
      return index - columns < 0 ? index : index - columns
    case 'PageDown':
      return inside(index + columns * 4)
    case 'PageUp':
      return inside(index - columns * 4)
    case 'Home':
      return 0
    case 'End':
      return inside(count - 1)
    default:
      return null
  }
}
