// Threads of comments on images, shapes, groups, products and job items.
export { CommentThreads, numberPins } from './comment-threads';
export { CommentsSection } from './comments-section';
export { commentMessages } from './comment-messages';
export { useThreads, type CommentedRow, type CommentTarget } from './comments.queries';
