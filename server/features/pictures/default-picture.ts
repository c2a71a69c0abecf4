/** Shown without a picture: a person in front of a night sky. */
export const defaultPicture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img" aria-label="No picture"><rect width="96" height="96" fill="#4b4a87"/><path d="M77 8a10 10 0 1 0 9 15a8 8 0 0 1-9-15z" fill="#f4d58d"/><g fill="#c9c7f0"><circle cx="18" cy="20" r="1.6"/><circle cx="34" cy="11" r="1.2"/><circle cx="12" cy="42" r="1.2"/><circle cx="84" cy="50" r="1.4"/></g><circle cx="48" cy="43" r="16" fill="#e9e6fb"/><path d="M16 96c0-19 14-31 32-31s32 12 32 31z" fill="#e9e6fb"/></svg>
`;
