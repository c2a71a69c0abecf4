/** At most two letters: "mw" of "marisol.whitaker". */
export const initialsOf = (userName: string) =>
  userName.replaceAll(/([^\s._-])[^\s._-]*[\s._-]*/g, "$1").slice(0, 2);
