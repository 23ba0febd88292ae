-- Code that was not read, or not fully: any of it may hold a call.
SELECT unread_files, untyped_packages
FROM gaps;
