//! Tables of schemas and replies.
